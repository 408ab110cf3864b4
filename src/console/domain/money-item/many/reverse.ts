import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { verify } from '#console/domain/write/operations.ts';
import { fieldsOf } from '#console/session/unconfirmed-fields.ts';
import { operations } from '#contract/operations.ts';
import { targetOf } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import type { Change, Planned } from './plan.ts';
import { fieldOfChange } from './preview.tsx';

/** A row of a batch the other way round; `undefined` if an old value is not known or cannot be sent. */
function reversedRow({ it, key, after }: Planned, fieldName: string, { edit }: MoneyItemResource): Planned | undefined {
  const old = (it as Record<string, unknown>)[fieldName];
  const item = { ...targetOf(it), [fieldName]: old };
  if (old === undefined || !operations[edit].input.safeParse(item).success) return undefined;
  return { it: after, key, after: it, item, warnings: [] };
}

/** The rows that undo a batch; `undefined` if one cannot be undone. A cancel never can. */
export function reversedRows(
  rows: readonly Planned[],
  change: Change,
  resource: MoneyItemResource,
): Planned[] | undefined {
  if (change.kind === 'cancel') return undefined;
  const reversed = rows.flatMap((it) => reversedRow(it, fieldOfChange(change, resource), resource) ?? []);
  return reversed.length === rows.length ? reversed : undefined;
}

/** Rows that are read before an undo: each is one call. */
const mostChecked = 200;

/** Why rows should not be undone without a question, by their keys: someone may have changed them again. */
export async function changedSince(
  rows: readonly Planned[],
  { edit }: MoneyItemResource,
  fieldName: string,
  { merchant, product }: Tenant,
): Promise<Map<string, string>> {
  if (rows.length > mostChecked) return new Map();
  const valueOf = ({ it }: Planned) => (it as Record<string, unknown>)[fieldName];
  const items = rows.map((row) => ({ ...targetOf(row.it), [fieldName]: valueOf(row) }));
  try {
    const findings = await verify({
      operation: edit,
      items: await Promise.all(items.map(fieldsOf)),
      merchant,
      product,
      key: '',
      subject: '',
      digest: '',
      at: '',
    });
    return new Map(
      rows.flatMap(({ key }, at) =>
        findings[at]?.verdict === 'absent' ? [[key, 'It has been changed again since.'] as const] : [],
      ),
    );
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return new Map(rows.map(({ key }) => [key, 'It could not be checked whether it has changed since.']));
  }
}
