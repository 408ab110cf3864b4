import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, type ReactNode } from 'react';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import type { Column } from '#kit/grid/columns.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { centsText, formatCount } from '#kit/ui/sums.ts';
import { weekdayText } from '#rules/day-text.ts';
import { itemCents, clientOf, fieldOfItem, itemContract, itemCountText, type MoneyItem, type Noun } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import type { BulkChange, PlannedChange } from './plan.ts';

interface Row {
  key: string;
  number?: number | null;
  contract: string;
  client: string;
  before: unknown;
  after: unknown;
  note: string;
  planned: PlannedChange;
}

export const fieldOfChange = (change: BulkChange, { amount, date }: MoneyItemResource) =>
  change.kind === 'amount' ? amount : change.kind === 'tracking' ? 'TrackingCode' : date;

/** The item's value that the change sets: its date, amount or tracking code. */
export const valueOf = (change: BulkChange, resource: MoneyItemResource, item: MoneyItem): unknown =>
  fieldOfItem(item, fieldOfChange(change, resource));

export function itemValueText(change: BulkChange, resource: MoneyItemResource, value: unknown): string {
  const fieldName = fieldOfChange(change, resource);
  return fieldName === resource.date ? weekdayText(String(value ?? '')) : formatField(fieldName, value);
}

/** Counts rows by note: `2 weekend`. */
function tally(notes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts].map(([note, count]) => `${formatCount(count)} ${note}`).join(' · ');
}

function Totals({ rows, change, noun }: { rows: readonly PlannedChange[]; change: BulkChange; noun: Noun }) {
  const sent = rows.filter((it) => it.item);
  const left = rows.filter((it) => it.why);
  const warned = sent.flatMap((it) => it.warnings);
  const [before, after] = [itemCents(sent.map((it) => it.before)), itemCents(sent.map((it) => it.after))];
  return (
    <div>
      <Typography role="status" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {itemCountText(sent.length, noun)}, {centsText(before)}
        {change.kind === 'amount' && sent.length > 0 && ` → ${centsText(after)}`}
      </Typography>
      {left.length > 0 && <Muted>Not changed: {tally(left.map((it) => it.why ?? ''))}</Muted>}
      {warned.length > 0 && (
        <Typography variant="body2" color="warning">
          Check: {tally(warned)}
        </Typography>
      )}
    </div>
  );
}

export function Preview(props: {
  rows: readonly PlannedChange[];
  change: BulkChange;
  resource: MoneyItemResource;
  /** Below the totals, above the rows. */
  above?: ReactNode;
}) {
  const { rows, change, resource, above } = props;
  const nameOf = useKnownNames();
  const list = useMemo(
    () =>
      rows.map((it): Row => ({
        key: it.key,
        number: it.before.number,
        contract: itemContract(it.before),
        client: clientOf(it.before, nameOf),
        before: valueOf(change, resource, it.before),
        after: it.item ? valueOf(change, resource, it.after) : undefined,
        note: it.why || it.warnings.join(' · '),
        planned: it,
      })),
    [rows, change, resource, nameOf],
  );
  const isCancel = change.kind === 'cancel';
  const align = change.kind === 'amount' ? 'right' : 'left';
  const note: Column<Row> = {
    fieldName: 'note',
    label: 'Note',
    width: 180,
    cell: (it) => (
      <Typography component="span" variant="body2" title={it.note} color={it.planned.why ? 'textSecondary' : 'warning'}>
        {it.note}
      </Typography>
    ),
  };
  const columns: Column<Row>[] = [
    ...(list.some((it) => it.client) ? [{ fieldName: 'client', label: 'Client', width: 150 }] : []),
    {
      fieldName: 'before',
      label: isCancel ? 'Date' : 'Before',
      width: 150,
      align,
      cell: (it) => itemValueText(change, resource, it.before),
    },
    isCancel
      ? {
          fieldName: 'amount',
          label: 'Amount',
          width: 120,
          align: 'right',
          cell: (it) => formatField(resource.amount, it.planned.before.amount),
        }
      : {
          fieldName: 'after',
          label: 'After',
          width: 150,
          align,
          cell: (it) => (it.planned.item ? <b>{itemValueText(change, resource, it.after)}</b> : '–'),
        },
    { fieldName: 'contract', label: 'Contract', width: 110 },
    { fieldName: 'number', label: 'No.', width: 64, align: 'left' },
    ...(list.some((it) => it.note) ? [note] : []),
  ];
  return (
    <Stack spacing={1}>
      <Totals rows={rows} change={change} noun={resource.noun} />
      {above}
      <Grid<Row>
        label={isCancel ? 'Instalments to be cancelled' : 'Before and after'}
        rows={list}
        columns={columns}
        status={{ loading: false }}
        empty={null}
        rowKey={(it) => it.key}
      />
    </Stack>
  );
}
