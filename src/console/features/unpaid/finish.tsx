import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { createdStore } from '#console/domain/collections/unpaid/created.ts';
import { moneyItem, itemTarget } from '#console/domain/money-item/item.ts';
import type { PlannedChange } from '#console/domain/money-item/many/plan.ts';
import { standard } from '#console/domain/money-item/resource.ts';
import { announce } from '#console/domain/write/done.ts';
import { later } from '#kit/ui/later.tsx';
import { centsText, countText, sumOf } from '#kit/ui/sums.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import type { Exclusion } from './desk.ts';
import type { PreparedDebits } from './prepared.ts';
import type { NewDebitRow } from './rows.ts';

const Sending = later(async () => (await import('#console/domain/money-item/many/sending.tsx')).SendBulkChange);

/** A created instalment, to be cancelled; none without its number. */
function createdRow({ unpaid, item, received }: NewDebitRow): PlannedChange[] {
  const [{ InstalmentSequence = null } = {}] = received as { InstalmentSequence?: number | null }[];
  if (InstalmentSequence === null) return [];
  const { ContractSequence, ClientNumber, ContractNumber } = unpaid;
  const record = { ContractSequence, ClientNumber, ContractNumber, ...item, InstalmentSequence };
  const createdItem = moneyItem('instalment', record);
  return [{ before: createdItem, key: unpaid.key, after: createdItem, item: itemTarget(createdItem), warnings: [] }];
}

/** Cancels created instalments. Their debits are then to be chased again. */
const undoCreated = (rows: readonly PlannedChange[], onClose: () => void): ReactNode => (
  <Sending
    resource={standard}
    change={{ kind: 'cancel' }}
    rows={rows}
    onClose={onClose}
    onDone={(keys) => createdStore.set(new Set([...createdStore.get()].filter((it) => !keys.has(it))))}
  />
);

/** `Mon 30 Nov 2026`, or the first and last day. */
export function debitDaysText(rows: readonly NewDebitRow[]): string {
  const days = rows.map((it) => it.date).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return first === last ? weekdayText(first) : `${dayText(first)} to ${dayText(last)}`;
}

/** A batch without faults ends on Unpaid, as one sentence with Undo. */
export function useFinish({ rows, round, isSending, excludedBy }: PreparedDebits, back: string) {
  const navigate = useNavigate();
  const created = rows.filter(({ state }) => state === 'accepted');
  const others = rows.filter(({ state }) => state !== 'accepted');
  const isComplete = others.every((row) => row.state === 'unsent' && excludedBy(row)) && !round?.results.strays.length;
  const isDone = created.length > 0 && isComplete && !isSending;
  const isFinished = useRef(false);
  const finish = useEffectEvent(() => {
    if (isFinished.current) return;
    isFinished.current = true;
    const because = (why: Exclusion, text: string) => {
      const count = others.filter((row) => excludedBy(row) === why).length;
      return count > 0 && `${countText(count, ['debit was', 'debits were'])} excluded${text}`;
    };
    const items = created.flatMap(createdRow);
    const sentences = [
      `${countText(created.length, ['instalment', 'instalments'])} created, ${centsText(sumOf(created.map((it) => it.amount)))}, due ${debitDaysText(created)}.`,
      because('again', ': already collected again.'),
      because('likely', ': probably collected again.'),
      because('against', ' because of the reason.'),
    ];
    announce(
      {
        text: sentences.filter(Boolean).join(' '),
        // Without all numbers Undo would leave some.
        undoAll: items.length === created.length ? (onClose) => undoCreated(items, onClose) : undefined,
      },
      back,
    );
    void navigate(back);
  });
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);
  return {
    /** All is stored, and the next page is loading. */
    isDone,
    isFinished: () => isFinished.current,
  };
}
