import { stageOf } from '#answers/statuses.ts';
import { addMonths, dateOf, type DateTimeText } from '#rules/calendar.ts';
import type { CollectingRule, CountedDebit } from '#rules/collecting-limits.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import type { Call } from '#service/http/call.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { awaitCollecting } from '../awaiting.ts';
import {
  countsTogether,
  judgeDebit,
  monthOf,
  payerMonth,
  readCollectingRule,
  stopFault,
  type CollectingBudgets,
  type CollectingFacts,
  type JudgedDebit,
} from './judge.ts';

/** Limits on collecting again, of our own records (judge.ts). */

interface NamedContract {
  ContractSequence: number;
  ClientNumber: string;
  ContractNumber: string;
}

/** A debit to add, or an edit of one, with what its release would run. */
interface CollectedDebit {
  contract: NamedContract;
  date: DateTimeText;
  cents: number;
  before?: { date: DateTimeText; cents: number; isAdded: boolean };
  dateField: string;
  content?: object;
}

/** By each of the contracts that has an unpaid debit: what counts for its attempts. */
export async function countedDebitsOf(
  query: Query,
  merchant: string,
  contracts: readonly number[],
): Promise<Map<string, CountedDebit[]>> {
  const rows = await query<{
    contract: number;
    due: string;
    status: string;
    reason: string | null;
    addedOn: string | null;
  }>(
    {
      name: 'countedDebits',
      text: `select contract_sequence as contract, to_char(instalment_action_date, 'YYYY-MM-DD HH24:MI') as due,
          instalment_status as status, instalment_result as reason,
          case when planned_sequence is null then to_char(created_date, 'YYYY-MM-DD') end as "addedOn"
        from instalment
        where merchant = $1 and (instalment_status in ('PAID', 'UNPAID') or planned_sequence is null)
          and contract_sequence in (
            select contract_sequence from instalment
            where merchant = $1 and contract_sequence = any($2) and instalment_status = 'UNPAID')`,
    },
    [merchant, contracts],
  );
  const found = new Map<string, CountedDebit[]>();
  for (const { contract, due, status, reason, addedOn } of rows) {
    const debit = { due, stage: stageOf(status), reason, addedOn };
    const of = found.get(String(contract));
    if (of) of.push(debit);
    else found.set(String(contract), [debit]);
  }
  return found;
}

async function factsOf(
  { query, merchant, product }: Call,
  rule: CollectingRule,
  debits: readonly CollectedDebit[],
): Promise<CollectingFacts> {
  const months = debits.map(({ date }) => `${monthOf(date)}-01`).toSorted();
  const range = [months[0] ?? '', addMonths(months.at(-1) ?? '', 1)];
  const [counted, payers, sums] = await Promise.all([
    countedDebitsOf(query, merchant, [...new Set(debits.map((it) => it.contract.ContractSequence))]),
    rule.payerMonth === null
      ? []
      : query<{ client: string; month: string; count: number }>(
          `select client_number as client, to_char(instalment_action_date, 'YYYY-MM') as month, count(*)::int as count
            from contract c join instalment i using (merchant, contract_sequence)
            where merchant = $1 and c.product = $2 and client_number = any($3) and instalment_status <> 'CANCELLED'
              and instalment_action_date >= $4::timestamp and instalment_action_date < $5::timestamp
            group by 1, 2`,
          [merchant, product, [...new Set(debits.map((it) => it.contract.ClientNumber))], ...range],
        ),
    rule.month === null
      ? []
      : query<{ month: string; cents: number }>(
          `select to_char(instalment_action_date, 'YYYY-MM') as month, sum(instalment_amount)::bigint as cents
            from instalment
            where merchant = $1 and planned_sequence is null and instalment_status <> 'CANCELLED'
              and instalment_action_date >= $2::timestamp and instalment_action_date < $3::timestamp
            group by 1`,
          [merchant, ...range],
        ),
  ]);
  return {
    debits: counted,
    payerMonths: new Map(payers.map(({ client, month, count }) => [payerMonth(client, month), count])),
    months: new Map(sums.map(({ month, cents }) => [month, cents])),
  };
}

const judgedOf = ({ contract, date, cents, before, dateField }: CollectedDebit): JudgedDebit => ({
  contract: String(contract.ContractSequence),
  client: contract.ClientNumber,
  day: dateOf(date),
  cents,
  ...(before && { before: { ...before, day: dateOf(before.date) } }),
  dateField,
});

/**
 * Judges debits whose contracts are locked, each with those before it.
 * @returns for each a refusal; undefined for what may be stored
 */
export async function judgeCollecting(
  call: Call,
  operation: 'instalmentCreate' | 'omniInstalmentCreate' | 'edit',
  debits: readonly CollectedDebit[],
): Promise<(Refusal | undefined)[]> {
  if (debits.length === 0) return [];
  const rule = await readCollectingRule(call.query, call.merchant);
  if (countsTogether(rule)) await mustBeFree(call, call.merchant, Lock.collecting);
  const facts = await factsOf(call, rule, debits);
  const outcomes: (Refusal | undefined)[] = [];
  for (const debit of debits) {
    const found = judgeDebit(rule, facts, judgedOf(debit), {
      today: dateOf(call.now),
      isReleased: call.preparers !== undefined,
    });
    if (!found) outcomes.push(undefined);
    else if ('fault' in found) outcomes.push(new Refusal(found.fault));
    else if (operation === 'edit' || !debit.content) outcomes.push(new Refusal(stopFault(found.stop)));
    else outcomes.push(await awaitCollecting(call, operation, debit.contract, debit.content, found.stop));
  }
  return outcomes;
}

export const ownBudgets: CollectingBudgets = {
  of: (within, { merchant, product }, contracts) =>
    within(async (query) => {
      const found = await query<{ place: number; sequence: number }>(
        `select place, contract_sequence as sequence
          from unnest($3::int[], $4::bigint[], $5::text[], $6::text[]) as named (place, wanted, client, contract_name)
            join contract on merchant = $1 and product = $2
              and (contract_sequence = wanted or (wanted is null and client_number = client and contract_number = contract_name))`,
        [
          merchant,
          product,
          contracts.map((_, place) => place),
          contracts.map((it) => it.ContractSequence ?? null),
          contracts.map((it) => it.ClientNumber ?? null),
          contracts.map((it) => it.ContractNumber ?? null),
        ],
      );
      const sequences = new Map(found.map(({ place, sequence }) => [place, sequence]));
      const debits = await countedDebitsOf(query, merchant, [...sequences.values()]);
      return contracts.map((_, place) => {
        const sequence = sequences.get(place);
        return sequence === undefined ? null : (debits.get(String(sequence)) ?? []);
      });
    }),
};
