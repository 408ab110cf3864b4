// The body of a transactions report as the service sends it, generated and always the same, with the expected results.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

export const key = 'TransactionsReportGetResponse';
export const sought = '7431';

/** mulberry32: the same numbers in every run. */
function numbers(seed = 1) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
const mandateTypes = ['USAGE', 'FIXED', 'VARIABLE', 'RMS'];
const sequenceTypes = ['FRST', 'RCUR', 'FNAL', 'OOFF', 'RPCL'];
const trackingCodes = ['T00', 'T01', 'T02', 'T03', 'T04', 'T05', 'T07', 'T10', 'T14', 'T32'];
const transactionTypes = ['DEBIT', 'REVERSAL', 'DISPUTE', 'REPRESENT'];
const statuses = ['PAID', 'PAID', 'PAID', 'PAID', 'UNPAID', 'PENDING', 'DISPUTED', 'CANCELLED'];

/**
 * One record: 250,000 contracts among a million records, in no order, sometimes with a name that needs escapes.
 * @param {() => number} random
 * @param {number} records
 */
function recordOf(random, records) {
  const below = (/** @type {number} */ end) => Math.floor(random() * end);
  const one = (/** @type {string[]} */ of) => of[below(of.length)] ?? '';
  const client = below(Math.max(50, records / 12));
  const isOdd = random() < 0.002;
  const contract = client * 3 + below(3);
  return {
    TransactionDate: `2025-${two(1 + below(12))}-${two(1 + below(28))} ${two(below(24))}:${two(below(60))}`,
    ClientNumber: isOdd ? `CL-Zoë "${client}"\\` : `CL${100_000 + client}`,
    ContractNumber: `CN${10_000_000 + contract}`,
    ContractSequence: 4_000_000 + contract,
    MandateType: one(mandateTypes),
    DebitSequenceType: one(sequenceTypes),
    TrackingCode: one(trackingCodes),
    TransactionType: one(transactionTypes),
    Amount: below(2_500_000) / 100,
    Status: one(statuses),
  };
}

/**
 * Writes the body and returns the expected results.
 * @param {string} file
 * @param {number} records
 */
export async function writeBody(file, records) {
  const random = numbers();
  const out = createWriteStream(file);
  /** @type {Record<string, { count: number, cents: number }>} */
  const byStatus = {};
  let [bytes, cents, found] = [0, 0, 0];
  let piece = `{"${key}":[`;
  const send = async () => {
    bytes += Buffer.byteLength(piece);
    if (!out.write(piece)) await once(out, 'drain');
    piece = '';
  };
  for (let at = 0; at < records; at++) {
    const record = recordOf(random, records);
    const amount = Math.round(record.Amount * 100);
    const group = (byStatus[record.Status] ??= { count: 0, cents: 0 });
    group.count++;
    group.cents += amount;
    cents += amount;
    if (`${record.ClientNumber} ${record.ContractNumber}`.includes(sought)) found++;
    piece += (at > 0 ? ',' : '') + JSON.stringify(record);
    if (piece.length > 1 << 20) await send();
  }
  piece += `],"APIResponse":{"CallSequence":1,"Status":"SUCCESS","Version":"1.0.0","Name":"transactionReport"}}`;
  await send();
  out.end();
  await once(out, 'finish');
  return { records, bytes, cents, found, byStatus };
}

/** @typedef {Awaited<ReturnType<typeof writeBody>>} Body */
