// After a cut, checks the service's records against what was sent: nothing acknowledged may be lost, no batch stored in
// part, nothing stored twice.
import { instalmentsEach, pathOf, paymentsEach, payoutValue } from './calls.mjs';
import { countEntries } from './entries.mjs';

/** @param {unknown} number */
const cents = (number) => Math.round(Number(number) * 100);

/**
 * All values of each batch's records, by the batch's mark.
 * @param {import('./load.mjs').Way} way
 * @param {string} token
 * @param {import('./load.mjs').Ledger} ledger
 */
async function readBack(way, token, ledger) {
  const { merchant } = ledger;
  const list = async (/** @type {string} */ path) => {
    const { status, text } = await way.ask({ path, headers: { authorization: `Bearer ${token}` } });
    if (status !== 200) throw new Error(`${path.replace(/\?.*/, '')} was answered ${status}`);
    return /** @type {Record<string, unknown>[]} */ (Object.values(JSON.parse(text)).find((it) => Array.isArray(it)));
  };
  /** @type {Map<string, (number | string)[]>} */
  const valuesByMark = new Map();
  const addValue = (/** @type {string} */ mark, /** @type {number | string} */ value) => {
    const values = valuesByMark.get(mark);
    if (values) values.push(value);
    else valuesByMark.set(mark, [value]);
  };
  const markOf = (/** @type {unknown} */ number) => String(number).split('.')[0] ?? '';

  for (const { ClientNumber, ClientName } of await list(pathOf(merchant, 'clients')))
    addValue(markOf(ClientNumber), Number(String(ClientName).replace('Batch ', '')));

  // Instalments added by hand have the base's number, so their batches are identified by value.
  const marks = new Map(
    ledger.sent.filter(({ group }) => group.resource === 'instalments').map(({ value, group }) => [value, group.mark]),
  );
  /** @type {Map<string, number[]>} */
  const amounts = new Map();
  // The sandbox has its own contracts, whose amounts may be the same.
  const ownMarks = new Set(ledger.groups.map(({ mark }) => mark));
  for (const { ContractNumber, InstalmentAmount } of await list(pathOf(merchant, 'instalments'))) {
    if (!ownMarks.has(markOf(ContractNumber))) continue;
    const mark = marks.get(cents(InstalmentAmount));
    if (mark) addValue(mark, cents(InstalmentAmount));
    else amounts.set(String(ContractNumber), [...(amounts.get(String(ContractNumber)) ?? []), cents(InstalmentAmount)]);
  }
  const createdCounts = await creations(list, merchant);
  for (const { ContractNumber, InstalmentAmount } of await list(pathOf(merchant, 'mandates'))) {
    const number = String(ContractNumber);
    const value = cents(InstalmentAmount);
    const each = amounts.get(number) ?? [];
    const isWhole =
      each.length === instalmentsEach && each.every((it) => it === value) && createdCounts.get(number) === 1;
    addValue(
      markOf(number),
      isWhole ? value : `torn: ${value} with ${each.join(', ')}, created ${createdCounts.get(number) ?? 0} times`,
    );
  }

  /** @type {Map<string, string[]>} */
  const paid = new Map();
  for (const { ContractNumber, PaymentAmount, PaymentStatus } of await list(pathOf(merchant, 'payments'))) {
    const others = paid.get(String(ContractNumber)) ?? [];
    paid.set(String(ContractNumber), [...others, payoutValue(cents(PaymentAmount), PaymentStatus)]);
  }
  for (const [number, [value = '', ...others]] of paid) {
    const isWhole = others.length === paymentsEach - 1 && others.every((it) => it === value);
    addValue(markOf(number), isWhole ? value : `torn: ${value}, ${others.join(', ')}`);
  }
  return valuesByMark;
}

/**
 * How often the change report lists each mandate's creation, which has one entry for each of its terms.
 * @param {(path: string) => Promise<Record<string, unknown>[]>} list
 * @param {string} merchant
 */
async function creations(list, merchant) {
  const range = new URLSearchParams({ StartDate: '2000-01-01 00:00', EndDate: '2999-12-31 23:59' });
  const changes = await list(`/v1/payments/${merchant}/reports/mandate_changes_report/EFT?${range}`);
  const counts = new Map();
  for (const { ContractNumber, ChangeType, FieldChanged } of changes)
    if (ChangeType === 'CREATE' && FieldChanged === 'MandateStatusCode')
      counts.set(ContractNumber, (counts.get(ContractNumber) ?? 0) + 1);
  return counts;
}

/**
 * @typedef {object} Verdict
 * @property {number} lost acknowledged items that are missing, or have an older value
 * @property {number} torn batches stored in part
 * @property {number} doubled batches with more records than were sent
 * @property {number} effective unanswered batches that took effect
 * @property {number} unentered acknowledged calls without an entry of the audit
 * @property {number} overentered entries of the audit beyond the one of each call
 * @property {string[]} examples
 */

/**
 * @param {import('./load.mjs').Way} way
 * @param {import('./load.mjs').Tokens} tokens
 * @param {import('./load.mjs').Ledger} ledger
 * @returns {Promise<Verdict>}
 */
export async function audit(way, tokens, ledger) {
  const valuesByMark = await readBack(way, tokens.program, ledger);
  /** @type {Verdict} */
  const verdict = { lost: 0, torn: 0, doubled: 0, effective: 0, ...(await countEntries(way, tokens.person, ledger)) };
  for (const group of ledger.groups) {
    const values = valuesByMark.get(group.mark) ?? [];
    const [value] = values;
    const isAllowed = value === group.value || (group.pending !== undefined && value === group.pending);
    const addExample = (/** @type {string} */ what) =>
      verdict.examples.push(
        `${group.resource} ${group.mark}: ${what}; ${group.size} × ${group.value ?? 'nothing'} was acknowledged, ` +
          `${group.pending ?? 'nothing'} expected; found ${values.length}: ${[...new Set(values)].slice(0, 3).join(' | ')}`,
      );
    if (values.length > group.size) {
      verdict.doubled++;
      addExample('doubled');
    } else if (
      values.some((it) => it !== value || String(it).startsWith('torn')) ||
      (value !== undefined && values.length < group.size)
    ) {
      verdict.torn++;
      addExample('torn');
    } else if (!isAllowed) {
      verdict.lost += group.size;
      addExample('lost');
    } else if (group.pending !== undefined && value === group.pending) verdict.effective++;
  }
  return verdict;
}
