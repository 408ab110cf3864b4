// The transactions report of a million records compared with a bare COPY, and how it slows other calls.
import { withDatabase } from '../database.mjs';
import { startHelper } from '../helper.mjs';
import { inTurn, median, percent, ratios, spread } from '../measure.mjs';
import { peakMemory } from '../service-process.mjs';
import { ask } from '../wire.mjs';

const million = 1_000_000;
const rounds = 5;
/** Other calls per second, sent whether or not earlier ones were answered. */
const others = 50;

/** A client with a thousand contracts, whose ten instalments each were tried a hundred times. */
const fill = `
  with person as (
    insert into client (merchant, product, client_number, client_name, bank_code, branch_code, account_type, account_number)
    values ('1016', 'EFT', 'BENCH', 'Bench', 1, 1, 1, 1)
  ), made as (
    insert into contract (merchant, product, is_mandate, client_number, contract_number, mandate_status_code,
      mandate_type, frequency_code, collection_day, instalment_start_date, instalment_amount, number_of_instalments, user_id)
    select '1016', 'EFT', true, 'BENCH', 'LN' || lpad(n::text, 6, '0'), 'COMPLETED', 'USAGE', 'MNTH', 1,
      '2024-01-01 08:00', 10000 + n, 10, 'bench'
    from generate_series(1, 1000) as n
    returning contract_sequence, contract_number, instalment_amount
  ), due as (
    insert into instalment (merchant, contract_sequence, product, instalment_sequence, planned_sequence,
      instalment_action_date, instalment_amount, instalment_status, created_date, last_update_date)
    select '1016', contract_sequence, 'EFT', n, n, timestamp '2024-01-01 08:00' + make_interval(months => n),
      instalment_amount, 'PAID', '2024-01-01', '2024-01-01'
    from made, generate_series(1, 10) as n
  )
  insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
    instalment_sequence, mandate_type, debit_sequence_type, tracking_code, transaction_type, amount, status)
  select '1016', 'EFT', timestamp '2024-01-01 00:00' + make_interval(mins => 100 * n + attempt), 'BENCH',
    contract_number, contract_sequence, n, 'USAGE', 'RCUR', 'T03', 'DEBIT', instalment_amount,
    case attempt % 10 when 0 then 'UNPAID' else 'PAID' end
  from made, generate_series(1, 10) as n, generate_series(1, 100) as attempt`;

/** @param {string} folder */
export async function fillReport(folder) {
  await withDatabase(folder, async (sql) => {
    await sql.query('begin');
    await sql.query(fill);
    await sql.query('commit');
    await sql.query('vacuum (analyze) client, contract, instalment, transaction');
  });
}

/**
 * @param {import('../service-process.mjs').Service} service just started, so that its peak memory is the report's
 * @param {string} folder
 * @param {string} token
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
export async function report(service, folder, token) {
  const range = new URLSearchParams({ StartDate: '2000-01-01 00:00', EndDate: '2999-12-31 23:59' });
  const ours = `${service.origin}/v1/payments/1016/reports/transactions_report?${range}`;
  const [bare, reader] = [startHelper('service/bare.mjs', [folder]), startHelper('service/reader.mjs')];
  try {
    const { port } = await bare.receive();
    const theirs = `http://127.0.0.1:${port}/transactions`;
    const read = async (/** @type {string} */ url, counting = false) => {
      reader.send({ url, token, counting });
      const found = await reader.receive();
      if (found.status !== 200) throw new Error(`the report was answered ${found.status}`);
      return found;
    };
    const [whole, copied] = [await read(ours, true), await read(theirs, true)];
    for (const { records } of [whole, copied])
      if (records !== million) throw new Error(`a report of ${records} records instead of a million`);
    const seconds = async (/** @type {string} */ url, /** @type {number} */ bytes) => {
      const found = await read(url);
      // CallSequence grows, so the answer may be a digit or so longer.
      if (Math.abs(found.bytes - bytes) > 8) throw new Error(`a report of ${found.bytes} bytes instead of ${bytes}`);
      return found.seconds;
    };
    const taken = await inTurn(rounds, {
      ours: () => seconds(ours, whole.bytes),
      bare: () => seconds(theirs, copied.bytes),
    });

    const alone = await latencies(service.origin, token, new Promise((resolve) => setTimeout(resolve, 10_000)));
    const beside = await latencies(
      service.origin,
      token,
      repeated(rounds, () => read(ours)),
    );
    const rate = (/** @type {number[]} */ all) => spread(all.map((it) => million / it / 1000));
    return [
      {
        what: 'Transactions report of 1,000,000 records against a bare COPY to a socket: records a second',
        figure: `${percent(ratios(taken.bare, taken.ours))} (${rate(taken.ours)} against ${rate(taken.bare)} thousand; ${median(taken.ours).toFixed(1)} s, ${Math.round(whole.bytes / 1e6)} MB)`,
        aim: '≥ 88 %',
      },
      {
        what: 'Peak memory of the service process after these reports',
        figure: process.platform === 'linux' ? `${peakMemory(service.pid)} MB` : 'not measured on this system',
        aim: '< 250 MB',
      },
      {
        what: `Other calls (retrieves, ${others} a second) during these reports: p99`,
        figure: `${percentile(beside, 99).toFixed(1)} ms of ${beside.length} (${percentile(alone, 99).toFixed(1)} ms with no report)`,
        aim: '< 100 ms',
      },
    ];
  } finally {
    bare.end();
    reader.end();
  }
}

/**
 * @param {number} times
 * @param {() => Promise<unknown>} work
 */
async function repeated(times, work) {
  for (let round = 0; round < times; round++) await work();
}

/**
 * Milliseconds of single retrieves sent at a fixed rate until `end`, each from its scheduled time.
 * @param {string} origin
 * @param {string} token
 * @param {Promise<unknown>} end
 */
async function latencies(origin, token, end) {
  const call = {
    path: '/v1/payments/1016/maintain/clients/EFT?ClientNumber=BENCH',
    headers: { authorization: `Bearer ${token}` },
  };
  /** @type {Promise<number>[]} */
  const waits = [];
  const state = { isOver: false };
  const ended = end.finally(() => (state.isOver = true));
  const began = performance.now();
  while (!state.isOver) {
    const due = began + (waits.length * 1000) / others;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    waits.push(
      ask(origin, call).then(({ status }) => {
        if (status !== 200) throw new Error(`a retrieve during the report was answered ${status}`);
        return performance.now() - due;
      }),
    );
  }
  await ended;
  return Promise.all(waits);
}

/**
 * @param {number[]} numbers
 * @param {number} of
 */
const percentile = (numbers, of) =>
  numbers.toSorted((a, b) => a - b)[Math.ceil((numbers.length * of) / 100) - 1] ?? NaN;
