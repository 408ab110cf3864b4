import { useMemo, type ReactNode } from 'react';
import type { Report } from '#console/domain/collections/report-list.ts';
import { reportValueText } from '#console/domain/collections/report-text.ts';
import { fieldOf } from '#contract/fields.ts';
import { labelOf } from '#kit/data-grid/filters.ts';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { RowGroup } from '#report-engine/protocol.ts';
import { formatCents } from '#rules/money.ts';
import { comparedRecords, type Compared, type ComparedMoney, type RecordPair } from './differences.ts';
import { useGroups, type OpenReport } from './use-report.ts';

const signed = (value: number, text: (value: number) => string) =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${text(Math.abs(value))}`;

const percent = ({ now, before }: RecordPair) =>
  before === 0
    ? ''
    : `${signed(Math.round((1000 * (now - before)) / before) / 10, (it) => String(it).replace('.', ','))} %`;

interface Names {
  now: string;
  before: string;
}

/** Two figures and their difference, which on a phone has the others below it. */
function Figures({ pair, text }: { pair: RecordPair; text(value: number): string }) {
  const [now, before, share] = [text(pair.now), text(pair.before), percent(pair)];
  return (
    <>
      <td data-wide="">{now}</td>
      <td data-wide="">{before}</td>
      <td>
        {signed(pair.now - pair.before, text)}
        <small data-narrow="">{share}</small>
        <small data-narrow="">
          {now} / {before}
        </small>
      </td>
      <td data-wide="">{share}</td>
    </>
  );
}

function Heads({ of = '', now, before }: Names & { of?: string }) {
  const named = (name: string) => (of ? `${of}, ${name.toLowerCase()}` : name);
  return (
    <>
      <th scope="col" data-wide="">
        {named(now)}
      </th>
      <th scope="col" data-wide="">
        {named(before)}
      </th>
      <th scope="col">
        <span data-wide="">Difference</span>
        <span data-narrow="">{named('Difference')}</span>
        <small data-narrow="">
          {now} / {before}
        </small>
      </th>
      <th scope="col" data-wide="">
        %
      </th>
    </>
  );
}

function Lines({ name, line, hasSum }: { name: ReactNode; line: Compared; hasSum: boolean }) {
  const { count, money } = line;
  const [first, second] = money;
  const sums = ({ cents, currency }: ComparedMoney) =>
    cents ? (
      <Figures pair={cents} text={(value) => formatCents(value, currency)} />
    ) : (
      <td colSpan={4}>no sum: an amount is missing, negative or not in whole cents</td>
    );
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <Figures pair={count} text={formatCount} />
        {hasSum && (first && !second ? sums(first) : <td colSpan={4} />)}
      </tr>
      {second &&
        money.map((it) => (
          <tr key={it.kind} data-part="">
            <th scope="row">{it.label}</th>
            <Figures pair={it.count} text={formatCount} />
            {sums(it)}
          </tr>
        ))}
    </>
  );
}

function Differences(props: {
  report: Report;
  fieldName: string;
  label: string;
  names: Names;
  now: readonly RowGroup[];
  before: readonly RowGroup[];
}) {
  const { report, fieldName, label, names, now, before } = props;
  const sum = fieldOf(report.sum?.fieldName ?? '')?.label ?? report.sum?.fieldName;
  const { lines, total } = useMemo(() => comparedRecords(now, before), [now, before]);
  return (
    <TableFrame label={`Differences by ${label.toLowerCase()}`} maxHeight="none" hasFigures>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <Heads {...names} />
          {sum !== undefined && <Heads {...names} of={sum} />}
        </tr>
      </thead>
      <tbody>
        {lines.map((it) => (
          <Lines
            key={it.key}
            name={
              it.key || fieldName === 'TransactionType'
                ? reportValueText(fieldName, it.key)
                : `No ${label.toLowerCase()}`
            }
            line={it}
            hasSum={sum !== undefined}
          />
        ))}
      </tbody>
      <tfoot>
        <Lines name="All" line={total} hasSum={sum !== undefined} />
      </tfoot>
    </TableFrame>
  );
}

export function DifferenceBy(props: {
  report: Report;
  fieldName: string;
  now: OpenReport;
  before: OpenReport;
  names: Names;
}) {
  const { report, fieldName, now, before, names } = props;
  const by = useMemo(() => [{ fieldName }], [fieldName]);
  const [one, other] = [useGroups(now.source, by), useGroups(before.source, by)];
  const label = labelOf(report.columns.find((it) => it.fieldName === fieldName) ?? { fieldName });
  return (
    <Section title={`By ${label.toLowerCase()}`}>
      {one && other ? (
        <Differences report={report} fieldName={fieldName} label={label} names={names} now={one} before={other} />
      ) : (
        <Skeletons rows={4} />
      )}
    </Section>
  );
}
