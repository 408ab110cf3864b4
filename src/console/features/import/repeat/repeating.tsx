import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { isCollection } from '#answers/transaction-kind.ts';
import { holidayOf } from '#console/api/holidays.ts';
import { useNamed } from '#console/domain/client/names/named.ts';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { useListed } from '#console/domain/list/search.ts';
import { MissingReports } from '#console/domain/money-item/across/missing.tsx';
import { instalmentOf } from '#console/domain/money-item/across/rows.ts';
import { useAcross } from '#console/domain/money-item/across/source.ts';
import { clientOf } from '#console/domain/money-item/item.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { useToday } from '#console/session/today.ts';
import { rowsOf } from '#kit/data-grid/selection.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import type { ReportSource } from '#report-engine/protocol.ts';
import { addDays, addMonths, dateOf } from '#rules/calendar.ts';
import { monthText } from '#rules/day-text.ts';
import { kindCountText, type ImportKind } from '../kinds.ts';
import type { Start } from '../starting.tsx';
import { repeatable, repeated, type ContractAmount } from './rows.ts';

interface Props {
  kind: ImportKind;
  /** `2026-10` */
  month: string;
  onStart(start: Start): void;
  onBack(): void;
}

const contractOf = (record: {
  ContractSequence?: unknown;
  ClientNumber?: string | null;
  ContractNumber?: string | null;
}) => ({
  sequence: record.ContractSequence == null ? undefined : String(record.ContractSequence as number),
  numbers:
    record.ClientNumber && record.ContractNumber ? `${record.ClientNumber}\n${record.ContractNumber}` : undefined,
});

/** Reads a month and the next, and fills a sheet with the items to repeat. */
export function Repeating(props: Props) {
  return props.kind.operation === 'payoutPaymentCreate' ? <OfPayments {...props} /> : <OfInstalments {...props} />;
}

function OfPayments(props: Props) {
  const { records, isLoading, error, isUnlisted, retry } = useListed('payoutPaymentList', '');
  const named = useNamed(records);
  if (isUnlisted) return <CannotList onBack={props.onBack} />;
  if (error) return <ErrorState error={error} retry={retry} />;
  if (isLoading) return <Skeletons rows={8} />;
  const items = named.map((it): ContractAmount => ({
    contract: contractOf(it),
    day: dateOf(it.PaymentDate ?? ''),
    status: it.PaymentStatus,
    fields: it,
  }));
  return <Begin {...props} items={items} />;
}

function OfInstalments(props: Props) {
  const from = `${props.month}-01`;
  const across = useAcross({ from, to: addDays(addMonths(from, 2), -1) });
  const { source, state } = across;
  const nameOfClient = useClientNames();
  const items = useRows(state?.isComplete ? source : null, state?.count ?? 0);
  if (!items)
    return state?.isSettled && !state.isComplete ? <MissingReports across={across} /> : <Skeletons rows={8} />;
  return (
    <Begin
      {...props}
      items={items.map((it) => ({ ...it, fields: { ...it.fields, ClientName: clientOf(it.fields, nameOfClient) } }))}
    />
  );
}

/** All rows of a fully loaded report as items, without payouts. */
function useRows(source: ReportSource | null, count: number): ContractAmount[] | undefined {
  const [items, setItems] = useState<ContractAmount[]>();
  useEffect(() => {
    if (!source) return;
    const stop = new AbortController();
    rowsOf(source, 0, count, stop.signal).then(
      (rows) =>
        setItems(
          rows
            .filter((row) => isCollection(row))
            .map((row) => {
              const instalment = instalmentOf(row);
              return {
                contract: contractOf(instalment),
                day: dateOf(instalment.due),
                status: instalment.status,
                fields: instalment,
              };
            }),
        ),
      // Unmounted before all rows had loaded.
      () => undefined,
    );
    return () => stop.abort();
  }, [source, count]);
  return items;
}

function Begin({ kind, month, items, onStart, onBack }: Props & { items: readonly ContractAmount[] }) {
  const today = useToday();
  const fieldName = repeatable[kind.operation] ?? '';
  const { rows, already, unclear, late } = repeated(month, items, today, holidayOf);
  const [from, to] = [monthText(month), monthText(addMonths(`${month}-01`, 1))];
  const notes = [
    already > 0 && `${kindCountText(already, kind)} left out: the contract has one in ${to} already.`,
    unclear > 0 &&
      `${kindCountText(unclear, kind)} left out: whether the contract has one in ${to} already cannot be told.`,
    late > 0 && `${kindCountText(late, kind)} moved to the next banking day, since the day has passed.`,
  ].filter((it) => it !== false);
  const begin = useEffectEvent(() => {
    const records = rows.map(({ day, fields }) => ({ ...fields, [fieldName]: day }));
    if (records.length > 0) onStart({ name: `${from} repeated in ${to}`, note: notes.join(' '), records });
  });
  useEffect(() => begin(), []);
  if (rows.length > 0) return <Skeletons rows={8} />;
  return (
    <Notice tone="info" title="There is nothing to repeat" action={<Button onClick={onBack}>Back</Button>}>
      {notes.length > 0 ? notes.join(' ') : `There are no ${kind.many} in ${from}.`}
    </Notice>
  );
}

const CannotList = ({ onBack }: Pick<Props, 'onBack'>) => (
  <Notice tone="info" title="A month cannot be repeated here" action={<Button onClick={onBack}>Back</Button>}>
    We can’t list all payments. Open last month’s file instead, and change its dates.
  </Notice>
);
