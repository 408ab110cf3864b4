import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { BankName } from '#console/domain/client/bank-name.tsx';
import { loweredText } from '#console/domain/contract/rhythm.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { links, withQuery } from '#console/domain/links.ts';
import { moneyItems, type Instalment } from '#console/domain/money-item/item.ts';
import { sumFact, unpaidFact, urgentFirst } from '#console/domain/money-item/key-facts.tsx';
import { progressOf } from '#console/domain/money-item/progress.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { LooseOutput } from '#contract/operations.ts';
import type { KeyFact } from '#kit/record/header.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import type { DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { grouped } from '#rules/sums.ts';

/** `2 active, 1 cancelled from 1 Feb 2027`. */
function statusesText(mandates: readonly LooseOutput<'mandateList'>[], today: DateText): string {
  const of = grouped(mandates, (it) => contractStatusText(it.MandateStatusCode, it.CancelDate, today));
  return [...of].map(([text, list]) => `${list.length} ${text ? loweredText(text) : 'without status'}`).join(', ');
}

function useMandatesFact(number: string): KeyFact {
  const today = useToday();
  const { data, error, isLoading } = useReadOfRecord('mandateList', { ClientNumber: number });
  const list = data?.records ?? [];
  if (isLoading) return { label: 'Mandates', value: undefined };
  if (error) return { label: 'Mandates', value: '—', note: 'Could not be loaded' };
  return {
    label: 'Mandates',
    value: list.length === 0 ? 'None' : list.length,
    note: statusesText(list, today) || undefined,
  };
}

function bankChangeFact({
  BankDetailsChangedDate: at,
  BankDetailsChangedBy: by,
}: LooseOutput<'clientList'>): KeyFact[] {
  // Hidden if the service does not return it.
  if (at === undefined) return [];
  return [
    at
      ? { label: 'Bank details changed', value: dayText(at), note: by ? `by ${by}` : undefined }
      : { label: 'Bank details changed', value: 'Never', note: 'since this client was added' },
  ];
}

export function useClientFacts(
  number: string,
  client: LooseOutput<'clientList'> | undefined,
): { facts: KeyFact[]; instalments: readonly Instalment[] | undefined } {
  const { href } = useTenant();
  const today = useToday();
  const mandates = useMandatesFact(number);
  const { data, error, isLoading } = useReadOfRecord('instalmentList', { ClientNumber: number });
  const instalments = isLoading ? undefined : moneyItems('instalment', data?.records);
  const progress = error ? null : instalments && progressOf(instalments, today);
  const of = { progress, noun: 'instalment' } as const;
  if (!client) return { facts: [], instalments };
  const facts = urgentFirst([
    sumFact({ ...of, label: 'Upcoming', share: 'open' }),
    unpaidFact({
      ...of,
      hrefOf: (it) => {
        const contract = contractIdOf(it);
        return contract && href(withQuery(links.contract(contract), { instalment: it.number }));
      },
    }),
    mandates,
    {
      label: 'Account',
      value: client.AccountNumber == null ? '—' : maskedNumber(String(client.AccountNumber)),
      // The branch is under All details: a second line would move the page when the banks load.
      note: <BankName bank={client.BankCode} />,
    },
    ...bankChangeFact(client),
  ]);
  return { facts, instalments };
}
