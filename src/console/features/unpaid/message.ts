import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { UnpaidDebit } from '#console/domain/collections/unpaid/debits.ts';
import { links } from '#console/domain/links.ts';
import type { MoneyItem } from '#console/domain/money-item/item.ts';
import { contractDebits } from '#console/domain/money-item/report-items.ts';
import { handOverMessage, type Handover } from '#console/session/message-handover.ts';
import { useToday } from '#console/session/today.ts';
import { centsText } from '#kit/ui/sums.ts';
import { addDays, dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { fullDayText } from '#rules/day-text.ts';
import { grouped } from '#rules/sums.ts';
import { debitCents } from './desk.ts';

/** Days searched for a client's next debit. */
const daysAhead = 92;

/**
 * One recipient per client: the unpaid sum, the last return date and the next due date of these contracts, as far as
 * known.
 */
function recipientsOf(
  list: readonly UnpaidDebit[],
  scheduled: readonly MoneyItem[],
  today: DateText,
): Handover['recipients'] {
  const due = grouped(scheduled, (it) => it.ContractSequence ?? null);
  const clients = grouped(
    list.filter((it) => it.ClientNumber),
    (it) => it.ClientNumber ?? '',
  );
  return [...clients].map(([client, debits]) => {
    const cents = debitCents(debits);
    const returned =
      debits
        .map((it) => it.TransactionDate ?? '')
        .toSorted()
        .at(-1) ?? '';
    const [next] = debits
      .flatMap((it) => (it.ContractSequence == null ? [] : (due.get(it.ContractSequence) ?? [])))
      .map((it) => dateOf(it.due))
      .filter((date) => isDate(date) && date > today)
      .toSorted();
    const contracts = [...new Set(debits.flatMap((it) => it.ContractNumber ?? []))];
    return {
      client,
      contract: contracts[0],
      fields: {
        ...(cents !== null && { Amount: centsText(cents) }),
        ...(returned && { ReturnedOn: fullDayText(returned) }),
        ...(next && { NextDebit: fullDayText(next) }),
        ...(contracts.length > 0 && { ContractNumber: contracts.join(', ') }),
      },
    };
  });
}

/** Opens a message to the clients of some debits, with template, amounts and dates filled in. */
export function useMessage() {
  const { merchant, product, href } = useTenant();
  const today = useToday();
  const navigate = useNavigate();
  const [isPreparing, setPreparing] = useState(false);
  const message = async (list: readonly UnpaidDebit[]) => {
    setPreparing(true);
    let scheduled: readonly MoneyItem[] = [];
    try {
      scheduled = await contractDebits(
        'future-transactions',
        { merchant, product },
        { from: today, to: addDays(today, daysAhead) },
        list,
      );
    } catch (error) {
      // Without the report the person fills in the date.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setPreparing(false);
    }
    handOverMessage({ about: 'unpaid', recipients: recipientsOf(list, scheduled, today) });
    await navigate(href(links.messages()));
  };
  return { isPreparing, message: (list: readonly UnpaidDebit[]) => void message(list) };
}
