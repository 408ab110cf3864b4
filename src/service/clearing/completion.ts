import type { DateTimeText } from '#rules/calendar.ts';
import { statusFieldOf } from '#service/resources/change-log.ts';
import { logAt, type Phase, type Round } from './phase.ts';

interface Completed {
  contract: number;
  isMandate: boolean;
  at: DateTimeText;
}

const hasEnd = `mandate_status_code = 'ACTIVE' and number_of_instalments is not null`;

const openDebits = `from instalment i
    where i.merchant = $1 and i.contract_sequence = c.contract_sequence
      and instalment_status in ('SCHEDULED', 'SUBMITTED', 'TRACKING')`;

const nothingLeft = `${hasEnd}
  and exists (select from instalment i
    where i.merchant = $1 and i.contract_sequence = c.contract_sequence and instalment_status in ('PAID', 'UNPAID'))
  and not exists (select ${openDebits})`;

/** Completes a contract at the time of its last event: an outcome, or a cancelled instalment. A return after payment is none. */
export const completionPhase: Phase = {
  table: 'contract',
  due: `${hasEnd} and next_look <= $2::date`,
  async act(round, contracts) {
    const completed = await round.query<Completed>(
      `update contract c set mandate_status_code = 'COMPLETED'
        where merchant = $1 and contract_sequence = any($2) and ${nothingLeft}
        returning contract_sequence as contract, is_mandate as "isMandate", (
          select max(case when return_date is null then last_update_date else (
            select min(transaction_date) from transaction t
            where t.merchant = $1 and t.contract_sequence = i.contract_sequence
              and t.instalment_sequence = i.instalment_sequence) end)
          from instalment i where i.merchant = $1 and i.contract_sequence = c.contract_sequence) as at`,
      [round.merchant, contracts],
    );
    await logAt(
      round,
      'contract',
      completed.map(({ contract, isMandate, at }) => {
        const subject = isMandate ? 'mandate' : 'contract';
        return { contract, subject, field: statusFieldOf(subject), at, old: 'ACTIVE', new: 'COMPLETED' };
      }),
    );
    await lookOnLastDay(round, contracts, 'contract', `select max(instalment_action_date) ${openDebits}`);
  },
};

const hasLastPayment = `payout_status_code = 'ACTIVE' and number_of_payments is not null`;

const openPayments = `from payment p
    where p.merchant = $1 and p.contract_sequence = c.contract_sequence
      and payment_status in ('SCHEDULED', 'SUBMITTED', 'WAITING', 'SENT_BACK', 'MISSED')`;

const nothingToPay = `${hasLastPayment}
  and exists (select from payment p
    where p.merchant = $1 and p.contract_sequence = c.contract_sequence and payment_status in ('PAID', 'UNPAID'))
  and not exists (select ${openPayments})`;

/** The same for payout contracts with a fixed number of payments. */
export const completePayouts: Phase = {
  table: 'payout_contract',
  due: `${hasLastPayment} and next_look <= $2::date`,
  async act(round, contracts) {
    const completed = await round.query<Completed>(
      `update payout_contract c set payout_status_code = 'COMPLETED'
        where merchant = $1 and contract_sequence = any($2) and ${nothingToPay}
        returning contract_sequence as contract, (
          select max(change_date) from change
          where change.merchant = $1 and change.contract_sequence = c.contract_sequence
            and subject = 'payment') as at`,
      [round.merchant, contracts],
    );
    await logAt(
      round,
      'payout_contract',
      completed.map(({ contract, at }) => ({
        contract,
        subject: 'payout',
        field: statusFieldOf('payout'),
        at,
        old: 'ACTIVE',
        new: 'COMPLETED',
      })),
    );
    await lookOnLastDay(round, contracts, 'payout_contract', `select max(payment_date) ${openPayments}`);
  },
};

/**
 * Until the last that is open has its outcome, nothing completes a contract but a call. Both let clearing look again; what is not
 * complete (all was cancelled, or waits) is looked at once a day.
 */
const lookOnLastDay = ({ query, merchant, now }: Round, contracts: number[], table: Phase['table'], last: string) =>
  query(
    `update ${table} c set next_look = next
      from (select contract_sequence as contract, greatest((${last})::date, $3::date + 1) as next
        from ${table} c where merchant = $1 and contract_sequence = any($2)) as _
      where merchant = $1 and contract_sequence = contract and next > next_look`,
    [merchant, contracts, now],
  );

/** Lets clearing look at the contracts that an outcome may have completed. */
export async function lookIfOver(
  { query, merchant, now }: Round,
  outcomes: readonly { contract: number }[],
  table: Phase['table'],
): Promise<void> {
  if (outcomes.length === 0) return;
  await query(
    `update ${table} c set next_look = $3::date
      where merchant = $1 and contract_sequence = any($2) and next_look > $3::date
        and ${table === 'contract' ? nothingLeft : nothingToPay}`,
    [merchant, outcomes.map((it) => it.contract), now],
  );
}
