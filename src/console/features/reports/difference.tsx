import { useMemo, type ReactNode } from 'react';
import type { Report } from '#console/domain/collections/report-list.ts';
import { valueText } from '#console/domain/collections/report-text.ts';
import { labelOf } from '#console/kit/data-grid/filters.ts';
import { TableFrame } from '#console/kit/ui/plain-table.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { Skeletons } from '#console/kit/ui/states.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import type { Group } from '#console/report-engine/protocol.ts';
import { fieldOf } from '#contract/fields.ts';
import { formatCents } from '#rules/money.ts';
import { compared, type Compared, type ComparedMoney } from './differences.ts';
import { useGroups, type OpenReport } from './use-report.ts';

const signed = (value: number, text: (value: number) => string) =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${text(Math.abs(value))}`;

const percent = ({ now, before }: { now: number; before: number }) =>
  before === 0
    ? ''
    : `${signed(Math.round((1000 * (now - before)) / before) / 10, (it) => String(it).replace('.', ','))} %`;

const Counts = ({ count }: Pick<Compared, 'count'>) => (
  <>
    <td>{whole(count.now)}</td>
    <td>{whole(count.before)}</td>
    <td>{signed(count.now - count.before, whole)}</td>
    <td>{percent(count)}</td>
  </>
);

const Sums = ({ cents }: Pick<ComparedMoney, 'cents'>) =>
  cents ? (
    <>
      <td>{formatCents(cents.now)}</td>
      <td>{formatCents(cents.before)}</td>
      <td>{signed(cents.now - cents.before, formatCents)}</td>
      <td>{percent(cents)}</td>
    </>
  ) : (
    <td colSpan={4}>no sum: not all are whole cents</td>
  );

function Lines({ name, line, hasSum }: { name: ReactNode; line: Compared; hasSum: boolean }) {
  const { count, money } = line;
  const [first, second] = money;
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <Counts count={count} />
        {hasSum && (first && !second ? <Sums cents={first.cents} /> : <td colSpan={4} />)}
      </tr>
      {second &&
        money.map((it) => (
          <tr key={it.kind}>
            <th scope="row" style={{ paddingLeft: 28 }}>
              {it.label}
            </th>
            <Counts count={it.count} />
            <Sums cents={it.cents} />
          </tr>
        ))}
    </>
  );
}

interface Names {
  now: string;
  before: string;
}

function Differences(props: {
  report: Report;
  fieldName: string;
  label: string;
  names: Names;
  now: readonly Group[];
  before: readonly Group[];
}) {
  const { report, fieldName, label, names, now, before } = props;
  const sumName = fieldOf(report.sum?.fieldName ?? '')?.label ?? report.sum?.fieldName;
  const { lines, total } = useMemo(() => compared(now, before), [now, before]);
  const hasSum = report.sum !== undefined;
  return (
    <TableFrame label={`Differences by ${label.toLowerCase()}`} maxHeight="none" hasFigures>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{names.now}</th>
          <th scope="col">{names.before}</th>
          <th scope="col">Difference</th>
          <th scope="col">%</th>
          {hasSum && (
            <>
              <th scope="col">
                {sumName}, {names.now.toLowerCase()}
              </th>
              <th scope="col">
                {sumName}, {names.before.toLowerCase()}
              </th>
              <th scope="col">Difference</th>
              <th scope="col">%</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((it) => (
          <Lines
            key={it.key}
            name={
              it.key || fieldName === 'TransactionType' ? valueText(fieldName, it.key) : `No ${label.toLowerCase()}`
            }
            line={it}
            hasSum={hasSum}
          />
        ))}
      </tbody>
      <tfoot>
        <Lines name="All" line={total} hasSum={hasSum} />
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
