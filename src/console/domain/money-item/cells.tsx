import Typography from '@mui/material/Typography';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Unnamed } from '#console/domain/client/names/name.tsx';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { marksOf, otherMarks } from '#console/domain/schedule/table.tsx';
import { contractsSeen } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { dayInShort } from '#kit/dates/calendar-days.ts';
import { FieldValue, formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { dateOf, isDate, type DateTimeText } from '#rules/calendar.ts';
import { minuteText, weekdayName, weekdayText } from '#rules/day-text.ts';
import { clientOf, itemContract, itemKey, sameDayText, type MoneyItem, type SameDay } from './item.ts';
import type { MoneyItemResource } from './resource.ts';

/** The mark of a weekend or holiday, whose name has no room in a row. */
const nonBanking = '◇';

const noteOf = (at: DateTimeText, isSpecial: boolean, same: string) =>
  [isSpecial ? `${weekdayName(at)} ${nonBanking}` : weekdayName(at), same].filter(Boolean).join(' · ');

const specialOf = (item: MoneyItem): string => otherMarks(marksOf(item.due, '')).join(' · ');

const sameOf = (item: MoneyItem, sameDay: SameDay): string => sameDayText(sameDay(item, dateOf(item.due)));

const widthOf = (letters: number) => Math.ceil(110 + letters * 6.6);

/** The width of a date with its weekday and mark, so that most tables are alike and don't move when the rows load. */
export const usualDuePx = 216;

/** Pixels of the longest date with its note. */
export function dueWidth(items: readonly MoneyItem[], sameDay: SameDay): number {
  const longest = items.reduce(
    (most, it) => Math.max(most, noteOf(it.due, specialOf(it) !== '', sameOf(it, sameDay)).length),
    0,
  );
  return Math.max(usualDuePx, widthOf(longest));
}

/** `Sun 25 Oct`, if a debit was due on another day than it was collected. */
function otherDueDay(item: MoneyItem): string | undefined {
  const due = (item.kind === 'instalment' && item.CollectionDate) || '';
  return isDate(due) && due !== dateOf(item.due) ? due : undefined;
}

/** The date with its weekday and a note: what is special about the day, or the due day if that differs. */
export const DueDate = memo(function DueDate(props: {
  item: MoneyItem;
  fieldName: MoneyItemResource['date'];
  sameDay: SameDay;
  /** The day is known: of a debit that has a time it is the time that matters. */
  isOneDay: boolean;
}) {
  const { item, fieldName, sameDay, isOneDay } = props;
  const today = useToday();
  const at = item.due;
  const [special, same] = [specialOf(item), sameOf(item, sameDay)];
  const due = otherDueDay(item);
  return (
    <span data-item={itemKey(item)}>
      {isOneDay && /[1-9]/.test(at.slice(11)) ? at.slice(11) : formatField(fieldName, at)}{' '}
      {due ? (
        <Muted component="span" title={`Due ${weekdayText(due)}`}>
          due {dayInShort(due)}
        </Muted>
      ) : (
        <Typography component="span" variant="body2" color={special || same ? 'warning' : 'textSecondary'}>
          {dateOf(at) === today ? 'today' : weekdayName(at)}
          {special && (
            <span role="img" aria-label={special} title={special}>
              {` ${nonBanking}`}
            </span>
          )}
          {same && ` · ${same}`}
        </Typography>
      )}
    </span>
  );
});

/** Why an item failed, and when its outcome was known: the time alone on its own day. */
export function OutcomeCell(props: {
  item: MoneyItem;
  fieldName: MoneyItemResource['reason'];
  at: string | undefined;
}) {
  const { item, fieldName, at } = props;
  const { reason } = item;
  const when = at && (dateOf(at) === dateOf(item.due) ? at.slice(11) : dayInShort(dateOf(at)));
  return (
    <span title={[at && minuteText(at), reason && formatField(fieldName, reason)].filter(Boolean).join(', ')}>
      {when && (
        <Muted component="span" sx={{ mr: 1 }}>
          {when}
        </Muted>
      )}
      {reason && <FieldValue fieldName={fieldName} value={reason} isShort />}
    </span>
  );
}

/** Looks up client and contract numbers for reports that have only the contract's sequence. */
function useNumbers(item: MoneyItem, isLookedUp: boolean): MoneyItem {
  const { merchant, product } = useTenant();
  const sequence = item.ContractSequence;
  const isNamed = !isLookedUp || Boolean(item.ClientNumber || item.Name || item.Surname);
  const seen = isNamed || sequence == null ? undefined : contractsSeen({ merchant, product }).get(String(sequence));
  const isUnknown = !isNamed && sequence != null && !seen?.ClientNumber;
  const contract = useRead('contractList', isUnknown ? { ContractSequence: sequence } : null).data?.records[0];
  const known = contract ?? seen;
  return known ? { ...item, ClientNumber: known.ClientNumber, ContractNumber: known.ContractNumber } : item;
}

export function ItemClient({ item, isLookedUp, note }: { item: MoneyItem; isLookedUp: boolean; note?: ReactNode }) {
  const numbered = useNumbers(item, isLookedUp);
  const client = clientOf(numbered, useKnownNames());
  const number = numbered.ClientNumber;
  const isNamed = client !== '' && client !== number;
  return (
    <span title={isNamed ? [client, number].filter(Boolean).join(' ') : undefined}>
      {client && !isNamed ? (
        <Unnamed number={client} />
      ) : (
        <>
          {client || itemContract(numbered) || 'Open'} {/* Also while it is empty: a card keeps a line for it. */}
          <small>{note ?? (isNamed && number)}</small>
        </>
      )}
    </span>
  );
}

/** A client in the drawer of a day, with why the debit is unpaid, the day on which it was due, or the contract. */
export function DayClient({ item }: { item: MoneyItem }) {
  const numbered = useNumbers(item, true);
  const due = otherDueDay(item);
  const other = due ? `due ${dayInShort(due)}` : itemContract(numbered);
  const isReturned = item.stage === 'unpaid' && item.reason;
  return (
    <ItemClient
      item={numbered}
      isLookedUp
      note={isReturned ? <FieldValue fieldName="InstalmentResult" value={item.reason} isShort /> : other}
    />
  );
}

export function ItemContract({ item, isLookedUp, to }: { item: MoneyItem; isLookedUp: boolean; to?: string }) {
  const name = itemContract(useNumbers(item, isLookedUp));
  return to === undefined ? name : <Link to={to}>{name}</Link>;
}
