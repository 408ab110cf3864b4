import { isOver, stageOf } from '#answers/statuses.ts';
import { call } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useToday } from '#console/session/today.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
import { fullDayText } from '#rules/day-text.ts';
import { centsOf, formatCents } from '#rules/money.ts';
import type { Recipient } from './draft.ts';

/** Each client is two calls. */
const maxFilled = 50;

/** Reads contract, amount and next debit of clients with exactly one mandate, for the words of a message. */
export function useContractFields() {
  const { merchant, product } = useTenant();
  const today = useToday();
  const at = { merchant, product };
  const fieldsOf = async (ClientNumber: string): Promise<Record<string, string>> => {
    const mandates = (await call('mandateList', at, { ClientNumber })).records.filter(
      (it) => !isOver(it.MandateStatusCode),
    );
    const [mandate] = mandates;
    if (!mandate || mandates.length > 1) return {};
    const { ContractNumber, ContractSequence, InstalmentAmount } = mandate;
    const cents = centsOf(InstalmentAmount);
    const debits = ContractSequence ? await call('instalmentList', at, { ContractSequence }).catch(() => null) : null;
    const next = debits?.records
      .filter((it) => stageOf(it.InstalmentStatus) === 'scheduled')
      .map((it) => dateOf(it.InstalmentActionDate ?? ''))
      .filter((it) => isDate(it) && it >= today)
      .toSorted()[0];
    return {
      ...(ContractNumber ? { ContractNumber } : {}),
      ...(cents === undefined ? {} : { Amount: formatCents(cents) }),
      ...(next ? { NextDebit: fullDayText(next) } : {}),
    };
  };
  /** One after the other. A client whose mandates can't be read keeps what is known. */
  return async (recipients: readonly Recipient[], fill: (id: string, fields: Record<string, string>) => void) => {
    for (const { id, client, contract, fields } of recipients.slice(0, maxFilled))
      if (client && !contract && !fields?.Amount) fill(id, await fieldsOf(client).catch(() => ({})));
  };
}
