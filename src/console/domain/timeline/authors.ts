import { partsOf } from '#console/domain/write/difference.ts';
import { operations } from '#contract/operations.ts';
import type { PassedChange, PassedChangeList } from '#contract/passed-changes.ts';
import { recordFieldOf } from './logged-field.ts';

export interface NamedContract {
  ClientNumber?: string | null;
  ContractNumber?: string | null;
  ContractSequence?: number | string | null;
}

/** A line of a change report. */
export interface LoggedChange extends NamedContract {
  ChangeDate?: string | null;
  ChangeType?: string | null;
  FieldChanged?: string | null;
  NewValue?: string | null;
  UserId?: string | null;
}

/** `by` is '' if unknown. At the provider: it did not pass through this server, and `by` is the provider's word. */
export interface ChangeAuthor {
  by: string;
  isAtProvider?: boolean;
}

export const loggedAuthor = ({ UserId }: LoggedChange): ChangeAuthor => ({ by: UserId ?? '' });

const loggedTypes = { GET: undefined, POST: 'CREATE', PUT: 'EDIT', DELETE: 'CANCEL' };

const isWithin = ({ From, To }: PassedChange, { ChangeDate }: LoggedChange): boolean => {
  const at = (ChangeDate ?? '').slice(0, 16);
  return From <= at && (To === null || at <= To);
};

/** Amounts, numbers and days are written in several ways. */
const plain = (value: string | null | undefined): string =>
  value && Number.isFinite(Number(value)) ? String(Number(value)) : (value ?? '').replace(/ 00:00(:00)?$/, '');

/** Whether a call under way at a change's minute made it; undefined if that can't be told. */
function hasMade({ Operation, Fields, IsPartial }: PassedChange, change: LoggedChange): boolean | undefined {
  if (IsPartial) return undefined;
  const type = loggedTypes[operations[Operation].method];
  const logged = change.ChangeType ?? '';
  if (type !== 'EDIT') return logged === type || undefined;
  if (['CREATE', 'CANCEL', 'STATE'].includes(logged)) return undefined;
  const name = recordFieldOf(change.FieldChanged ?? '');
  // A contract's new amount is logged for its instalments as well.
  const listed = Fields.filter(({ Field, Sequence }) =>
    Sequence === undefined ? partsOf(name).fieldName === Field : name === `${Field}[${Sequence}]`,
  );
  if (listed.length === 0) return undefined;
  return listed.some(({ New }) => New === undefined || plain(New) === plain(change.NewValue));
}

/**
 * Who made a record's changes in front of a provider, whose reports name one machine for all people of this server: those whose
 * calls were under way at the minute of a change, to the same value. What fits no call was done at the provider. Where several
 * calls fit, or one may, it is as the provider says (docs/gateway.md).
 * @param changes all that the reports show of the record
 */
export function authorsOf(
  { Since, Changes }: PassedChangeList,
  changes: readonly LoggedChange[],
): (change: LoggedChange) => ChangeAuthor {
  const calls = Changes.map((call) => {
    const own = changes.filter((it) => isWithin(call, it) && hasMade(call, it));
    return { call, users: new Set(own.map((it) => it.UserId ?? '')) };
  });
  // A stored change that the reports don't show: then their clock or spelling is another one. Of a client they show the bank details.
  const isMissing = calls.some(
    ({ call: { Operation, IsStored, IsPartial, Fields }, users }) =>
      users.size === 0 &&
      IsStored &&
      !IsPartial &&
      Operation !== 'clientEdit' &&
      (operations[Operation].method !== 'PUT' || Fields.length > 0),
  );
  return (change) => {
    const logged = loggedAuthor(change);
    const user = logged.by;
    const near = calls.filter(({ call, users }) => {
      if (!isWithin(call, change)) return false;
      // It is known by its own changes, so that another user's or another value is none of them.
      return users.size === 0 || (hasMade(call, change) !== false && (users.has(user) || user === ''));
    });
    const at = change.ChangeDate ?? '';
    if (near.length === 0) {
      const isTold = !isMissing && change.ChangeType !== 'STATE' && at.length >= 16 && Since !== null && at >= Since;
      return isTold ? { ...logged, isAtProvider: true } : logged;
    }
    const [by, ...others] = new Set(near.flatMap(({ call }) => (hasMade(call, change) ? call.AskedBy : [])));
    const isSure = near.every(({ users }) => users.size === 1);
    return isSure && by !== undefined && others.length === 0 ? { by } : logged;
  };
}
