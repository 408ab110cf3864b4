import { reasonColumn } from '#console/domain/collections/reason.tsx';
import type { Column } from '#kit/grid/columns.ts';
import { accountEnding, FieldValue } from '#kit/ui/format.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { DayClient, DueDate, dueWidth, ItemClient, ItemContract, OutcomeCell, usualDuePx } from './cells.tsx';
import { EditableCell, DateEditor, FieldEditor } from './editors.tsx';
import { fieldOfItem, itemContract, type MoneyItem, type SameDay } from './item.ts';
import type { MoneyItemResource } from './resource.ts';

interface Options {
  resource: MoneyItemResource;
  items: readonly MoneyItem[];
  sameDay: SameDay;
  isOfMany: boolean;
  /** Link to a row's contract, if the row itself isn't a link. */
  contractHref?: (it: MoneyItem) => string | undefined;
  /** Rows of reports lack the further columns. `hasReasons`: some rows have a reason. `isOneDay`: all are of one day. `isAhead`: of today and later, when most are scheduled. `ofDay`: in the drawer of a day. */
  ofReport?: { hasReasons: boolean; isOneDay?: boolean; isAhead?: boolean; ofDay?: 'over' | 'ahead' };
  outcomeAt?: (it: MoneyItem) => string | undefined;
  /** A row is edited: all its fields are shown, with room for their inputs. */
  isEditing?: boolean;
}

export function itemColumns(options: Options): Column<MoneyItem>[] {
  const { resource, items, sameDay, isOfMany, contractHref, ofReport, outcomeAt, isEditing = false } = options;
  const dateWidth = dueWidth(items, sameDay);
  const isLookedUp = ofReport !== undefined;
  const isOneDay = ofReport?.isOneDay ?? false;
  const hasReasons = ofReport?.hasReasons ?? items.some((it) => it.reason);
  const amount: Column<MoneyItem> = {
    fieldName: resource.amount,
    label: 'Amount',
    width: isOfMany ? 132 : 112,
    cell: (it) => (
      <EditableCell item={it} editor={<FieldEditor field={resource.amount} />}>
        {it.amount != null && <MoneyText amount={it.amount} currency={it.currency} />}
      </EditableCell>
    ),
  };
  // What the drawer says, or is true of all its rows, is no column.
  if (ofReport?.ofDay)
    return [
      { fieldName: resource.client, label: 'Client', width: 150, growsTo: 400, cell: (it) => <DayClient item={it} /> },
      { ...amount, width: 104 },
      ...(ofReport.ofDay === 'over' ? [{ fieldName: resource.status, label: 'Status', width: 100 }] : []),
    ];
  const number: Column<MoneyItem> = {
    fieldName: resource.number,
    label: 'No.',
    width: 64,
    align: 'left',
    priority: isOfMany ? 2 : 1,
    cell: (it) => it.number,
  };
  return [
    ...(isOfMany && (isLookedUp || items.some((it) => it.ClientNumber))
      ? [
          {
            fieldName: resource.client,
            label: 'Client',
            width: 190,
            // A long name and its number.
            growsTo: 272,
            cell: (it: MoneyItem) => <ItemClient item={it} isLookedUp={isLookedUp} />,
            exported: ['ClientName', 'ClientNumber'],
          },
        ]
      : []),
    ...(isOfMany
      ? [
          {
            fieldName: 'ContractNumber',
            label: 'Contract',
            width: 120,
            priority: 1,
            cell: (it: MoneyItem) => <ItemContract item={it} isLookedUp={isLookedUp} to={contractHref?.(it)} />,
            exported: [{ fieldName: 'contract', label: 'Contract', value: itemContract }, 'ContractSequence'],
          },
        ]
      : []),
    ...(isOfMany ? [number] : []),
    {
      fieldName: resource.date,
      label: isOfMany ? 'Date' : resource.dateLabel,
      // A single contract's rows have boxes before the date.
      width: Math.max(
        isOneDay ? 176 : isOfMany ? 200 : outcomeAt ? 244 : dateWidth,
        isEditing ? resource.dateWidth : 0,
      ),
      growsTo: outcomeAt ? dateWidth + 28 : isOneDay ? 0 : usualDuePx,
      cell: (it) => (
        <EditableCell item={it} editor={<DateEditor sameDay={sameDay} />}>
          <DueDate item={it} fieldName={resource.date} sameDay={sameDay} isOneDay={isOneDay} />
        </EditableCell>
      ),
    },
    amount,
    {
      fieldName: resource.status,
      label: 'Status',
      width: isOfMany ? 132 : 120,
      priority: isEditing ? 1 : undefined,
      ...(ofReport?.isAhead && {
        cell: (it: MoneyItem) =>
          it.stage === 'scheduled' ? null : <FieldValue fieldName={resource.status} value={it.status} isShort />,
      }),
    },
    ...(hasReasons || outcomeAt
      ? [
          {
            ...reasonColumn(resource.reason, (it: MoneyItem) => it.reason),
            width: isOfMany ? 150 : outcomeAt ? 210 : 186,
            priority: isEditing ? 2 : undefined,
            ...(outcomeAt && {
              label: 'Outcome',
              cell: (it: MoneyItem) => <OutcomeCell item={it} fieldName={resource.reason} at={outcomeAt(it)} />,
            }),
          },
        ]
      : []),
    ...resource.readOnly
      .filter(({ fieldName }) => items.some((it) => fieldOfItem(it, fieldName) != null))
      .map((column) =>
        column.fieldName === 'PaymentAccount'
          ? { ...column, cell: (it: MoneyItem) => accountEnding(fieldOfItem(it, column.fieldName)) }
          : column,
      ),
    ...(ofReport ? [] : resource.columns)
      // A value that all rows share says nothing about one of them.
      .filter(({ fieldName }) => isEditing || new Set(items.map((it) => fieldOfItem(it, fieldName) ?? null)).size > 1)
      .map((column, index) => ({
        ...column,
        // A row being edited shows every editable field.
        priority: isEditing ? undefined : index + (isOfMany ? 4 : 1),
        cell: (it: MoneyItem) => (
          <EditableCell item={it} editor={<FieldEditor field={column.fieldName} />}>
            <FieldValue fieldName={column.fieldName} value={fieldOfItem(it, column.fieldName)} isShort />
          </EditableCell>
        ),
      })),
    ...(isOfMany ? [] : [number]),
  ];
}
