import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallError } from '#console/api/errors.ts';
import { callExtension } from '#console/api/extension.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { loadNumbers } from '#console/domain/contract/load-numbers.ts';
import { links } from '#console/domain/links.ts';
import { handOverMessage } from '#console/session/message-handover.ts';
import { contractsSeen } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { mostToldDebits, type ToldDebit } from '#contract/sent-messages.ts';
import { centsText } from '#kit/ui/sums.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';
import { fullDayText } from '#rules/day-text.ts';
import { itemCents, type MoneyItem } from '../item.ts';

/** A debit that is ahead, with whom to remind of it. */
interface Reminded extends ToldDebit {
  sequence: string;
  due: DateText;
  cents: number | null;
}

/** The next debit of each contract: later ones are reminded of when they come. */
export function nextDebits(items: readonly MoneyItem[], today: DateText): MoneyItem[] {
  const next = new Map<number, MoneyItem>();
  for (const item of items) {
    const { ContractSequence: contract, stage, due } = item;
    if (item.kind === 'payment' || contract == null || stage !== 'scheduled' || dateOf(due) < today) continue;
    const known = next.get(contract);
    if (!known || due < known.due) next.set(contract, item);
  }
  return [...next.values()];
}

const debitKey = ({ ClientNumber, ContractNumber, InstalmentSequence }: ToldDebit): string =>
  `${ClientNumber}\n${ContractNumber}\n${InstalmentSequence}`;

/**
 * Opens a message to the clients of debits that are ahead, with template, amounts and days filled in. Clients who have had a message about
 * the debit, or have promised to pay, are left out by name. The page of messages shows who wants none or has no number.
 */
export function useRemind() {
  const { merchant, product, href } = useTenant();
  const tenant = { merchant, product };
  const today = useToday();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayMessage = useForbidden('templateSend') === undefined;
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<CallError>();

  async function told(debits: readonly ToldDebit[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let at = 0; at < debits.length; at += mostToldDebits) {
      const Debits = debits
        .slice(at, at + mostToldDebits)
        .map(({ ClientNumber, ContractNumber, InstalmentSequence }) => ({
          ClientNumber,
          ContractNumber,
          InstalmentSequence,
        }));
      const { Told } = await callExtension('sentMessageTold', tenant, { body: { Debits } });
      for (const it of Told) found.add(debitKey(it));
    }
    return found;
  }

  const prepare = async (items: readonly MoneyItem[]) => {
    const next = nextDebits(items, today);
    const sequences = next.flatMap((it) => it.ContractSequence ?? []);
    await loadNumbers(queries, tenant, sequences, () => {});
    const seen = contractsSeen(tenant);
    const debits = next.flatMap((it): Reminded[] => {
      const contract = seen.get(String(it.ContractSequence));
      const ClientNumber = it.ClientNumber ?? contract?.ClientNumber;
      const ContractNumber = it.ContractNumber ?? contract?.ContractNumber;
      if (!ClientNumber || !ContractNumber || it.number == null) return [];
      const sequence = String(it.ContractSequence);
      const cents = itemCents([it]);
      return [{ ClientNumber, ContractNumber, InstalmentSequence: it.number, sequence, due: dateOf(it.due), cents }];
    });
    const [known, { Promises }] = await Promise.all([
      told(debits),
      callExtension('promiseList', tenant, { query: { Since: today } }),
    ]);
    const promises = Promises.filter((it) => it.Withdrawn === null);
    const hasPromised = (it: Reminded) =>
      promises.some(
        ({ ClientNumber, ContractSequence }) =>
          ClientNumber === it.ClientNumber && (ContractSequence === null || String(ContractSequence) === it.sequence),
      );
    const isTold = (it: Reminded) => known.has(debitKey(it));
    const names = (list: readonly Reminded[]) => list.map((it) => `${it.ClientNumber}/${it.ContractNumber}`);
    const promised = debits.filter((it) => !isTold(it) && hasPromised(it));
    handOverMessage({
      about: 'reminder',
      recipients: debits
        .filter((it) => !isTold(it) && !hasPromised(it))
        .map((it) => ({
          client: it.ClientNumber,
          contract: it.ContractNumber,
          instalment: it.InstalmentSequence,
          announced: { day: it.due, cents: it.cents },
          fields: {
            ContractNumber: it.ContractNumber,
            NextDebit: fullDayText(it.due),
            ...(it.cents !== null && { Amount: centsText(it.cents) }),
          },
        })),
      leftOut: [
        { why: 'Were told of this debit already', who: names(debits.filter(isTold)) },
        { why: 'Have promised to pay', who: names(promised) },
        { why: 'Could not be found by their contract', who: unnamed(next, debits) },
      ].filter(({ who }) => who.length > 0),
    });
    await navigate(href(links.messages()));
  };

  const remind = async (items: readonly MoneyItem[]) => {
    setPreparing(true);
    setProblem(undefined);
    try {
      await prepare(items);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error);
    } finally {
      setPreparing(false);
    }
  };
  return { mayMessage, isPreparing, problem, today, remind };
}

const unnamed = (items: readonly MoneyItem[], debits: readonly Reminded[]): string[] => {
  const named = new Set(debits.map((it) => it.sequence));
  return items.flatMap((it) => (named.has(String(it.ContractSequence)) ? [] : [`contract ${it.ContractSequence}`]));
};
