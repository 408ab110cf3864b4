import { grantsOf, may, merchantsWith, roleAt, type Claims } from '#contract/permissions.ts';
import { forbidden, HttpError } from '#service/base/errors.ts';
import type { Caller } from '#service/base/permissions.ts';

/** The merchants whose settings the caller may change. */
export interface Scope {
  merchants: ReadonlySet<string>;
  /** Every merchant, also those to come. */
  isAll: boolean;
  has(merchant: string): boolean;
}

function scopeOf(numbers: readonly string[]): Scope {
  const merchants = new Set(numbers);
  const isAll = merchants.has('*');
  return { merchants, isAll, has: (merchant) => isAll || merchants.has(merchant) };
}

export const administeredScope = (caller: Caller): Scope => scopeOf(merchantsWith(caller, 'administer'));

export const viewedScope = (caller: Caller): Scope =>
  scopeOf([...merchantsWith(caller, 'administer'), ...merchantsWith(caller, 'audit')]);

/** Every merchant in the rights of a person or program, `*` included. */
export const merchantsOf = (claims: Claims): string[] => [...grantsOf(claims).keys()];

/** Whether all rights are for merchants of the scope: only then may the caller act on the whole sign-in. */
export const isWithin = (claims: Claims, scope: Scope): boolean =>
  merchantsOf(claims).every((merchant) => scope.has(merchant));

/** Whether a right is for a merchant of the scope, or for all merchants. */
export const isVisible = (claims: Claims, scope: Scope): boolean =>
  scope.isAll || merchantsOf(claims).some((merchant) => merchant === '*' || scope.has(merchant));

/** The roles that the scope may see or change. */
export const rolesWithin = (roles: readonly string[], scope: Scope): string[] =>
  roles.filter((text) => scope.has(roleAt(text)?.merchant ?? '*'));

/** For what concerns no merchant, or all of them. */
export function mustAdministerAll(caller: Caller): void {
  if (!administeredScope(caller).isAll) throw forbidden('Only an administrator of all merchants can do this.');
}

export const isAdministrator = (claims: Claims): boolean => may({ grants: grantsOf(claims) }, 'administer', '*');

export const settingsRefusal = (
  Code: HttpError['faults'][number]['Code'],
  Message: string,
  Field?: string,
): HttpError => new HttpError(400, [{ ...(Field && { Field }), Code, Message }]);
