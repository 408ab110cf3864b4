import type { DateTimeText } from '#rules/calendar.ts';
import type { DebitedAccount } from './bank.ts';
import { logAt, type ClearingEvent, type Phase, type Round } from './phase.ts';

interface Pending {
  contract: number;
  account: DebitedAccount;
  capturedAt: DateTimeText;
}

interface Answered extends Pending {
  at: DateTimeText;
  isAccepted: boolean;
}

/** Records the payers' answers to mandates awaiting approval. */
export const answerMandates: Phase = {
  table: 'contract',
  due: `mandate_status_code = 'PENDING'`,
  async act(round, contracts) {
    const pending = await waiting(round, contracts);
    const answers = await round.bank.answers(pending);
    const answered = pending.flatMap((mandate, index): Answered[] => {
      const answer = answers[index];
      return answer && answer.at <= round.now ? [{ ...mandate, ...answer }] : [];
    });
    await accept(
      round,
      answered.filter((it) => it.isAccepted),
    );
    await decline(
      round,
      answered.filter((it) => !it.isAccepted),
    );
  },
};

/** The creation time is in the change log. */
const waiting = ({ query, merchant, now }: Round, contracts: number[]): Promise<Pending[]> =>
  query<Pending>(
    `select contract_sequence as contract,
        json_build_object('merchant', merchant, 'product', product, 'client', client_number, 'number', account_number)
          as account,
        coalesce((select min(change_date) from change
          where change.merchant = $1 and change.contract_sequence = c.contract_sequence), $3) as "capturedAt"
      from contract c join client using (merchant, product, client_number)
      where merchant = $1 and contract_sequence = any($2) and mandate_status_code = 'PENDING'`,
    [merchant, contracts, now],
  );

const status = ({ contract, at }: Answered, to: string): ClearingEvent => ({
  contract,
  subject: 'mandate',
  field: 'MandateStatusCode',
  at,
  old: 'PENDING',
  new: to,
});

async function accept(round: Round, mandates: Answered[]): Promise<void> {
  if (mandates.length === 0) return;
  const values = [round.merchant, mandates.map((it) => it.contract), mandates.map((it) => it.at)];
  await round.query(
    `update contract set mandate_status_code = 'ACTIVE'
      from unnest($2::bigint[], $3::timestamp[]) as _ (contract, at)
      where merchant = $1 and contract_sequence = contract`,
    values,
  );
  // Instalments that became due before the approval go out from now on.
  await round.query(
    `update instalment set last_update_date = at
      from unnest($2::bigint[], $3::timestamp[]) as _ (contract, at)
      where merchant = $1 and contract_sequence = contract and instalment_status = 'SCHEDULED'
        and instalment_action_date < (at::date + 1)::timestamp and last_update_date < at`,
    values,
  );
  await logAt(
    round,
    'contract',
    mandates.map((it) => status(it, 'ACTIVE')),
  );
}

/** Ends a declined mandate as a cancel would; nothing of it is ever collected. */
async function decline(round: Round, mandates: Answered[]): Promise<void> {
  if (mandates.length === 0) return;
  const values = [round.merchant, mandates.map((it) => it.contract), mandates.map((it) => it.at)];
  await round.query(
    `update contract set mandate_status_code = 'CANCELLED', cancel_reason = 'MICN', cancel_date = at
      from unnest($2::bigint[], $3::timestamp[]) as _ (contract, at)
      where merchant = $1 and contract_sequence = contract`,
    values,
  );
  const ended = await round.query<{ contract: number; sequence: number; at: DateTimeText }>(
    `update instalment set instalment_status = 'CANCELLED', last_update_date = at
      from unnest($2::bigint[], $3::timestamp[]) as _ (contract, at)
      where merchant = $1 and contract_sequence = contract and instalment_status = 'SCHEDULED'
      returning contract, instalment_sequence as sequence, at`,
    values,
  );
  await logAt(round, 'contract', [
    ...mandates.flatMap((it): ClearingEvent[] => [
      status(it, 'CANCELLED'),
      { ...status(it, 'MICN'), field: 'CancelReason', old: null },
      { ...status(it, it.at), field: 'CancelDate', old: null },
    ]),
    ...ended
      .toSorted((one, other) => one.contract - other.contract || one.sequence - other.sequence)
      .map((it): ClearingEvent => ({
        ...it,
        subject: 'instalment',
        field: 'InstalmentStatus',
        old: 'SCHEDULED',
        new: 'CANCELLED',
      })),
  ]);
}
