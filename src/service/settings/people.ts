import { roleAt, roleText, type Claims } from '#contract/permissions.ts';
import type { RoleEntry } from '#contract/settings-records.ts';
import type { SettingsChange } from '#service/audit/audit.ts';
import { createLink } from '#service/auth/invitations.ts';
import { takenName } from '#service/auth/taken-names.ts';
import { forbidden, notFound } from '#service/base/errors.ts';
import { asMaintenanceWithin } from '#service/database/own-transaction.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { settingsPerson, prepareAndRelease, readPeople, type PersonRow } from './read-people.ts';
import {
  administeredScope,
  isAdministrator,
  isVisible,
  isWithin,
  merchantsOf,
  settingsRefusal,
  rolesWithin,
  viewedScope,
  type Scope,
} from './scope.ts';
import type { Handlers, Request } from './serve.ts';
import { endSessions } from './sessions.ts';

/** The person, if the caller may see them; a person of other merchants does not exist to the caller. */
async function visiblePerson(query: Query, { caller, path, timeZone }: Request<never>): Promise<PersonRow> {
  const [row] = await readPeople(query, timeZone, path['username'] ?? '');
  if (!row || !isVisible(row, viewedScope(caller))) throw notFound();
  return row;
}

function mustManage(row: PersonRow, scope: Scope): void {
  if (!isWithin(row, scope))
    throw forbidden(`${row.name} also works for other merchants. Only an administrator of all of them can do this.`);
}

/**
 * The roles after a change by an administrator of `scope`: within it those of the request, beyond it as before.
 * @throws HttpError 400 or 401 for a role beyond the scope, and for merchants that don't exist.
 */
async function rolesAfter(
  query: Query,
  before: readonly string[],
  wanted: RoleEntry[],
  scope: Scope,
): Promise<string[]> {
  const roles = [...new Set(wanted.map(({ Role, Merchant }) => roleText({ role: Role, merchant: Merchant })))];
  const kept = before.filter((text) => !rolesWithin([text], scope).length);
  // Roles beyond the scope that the request repeats stay as they are.
  const beyond = roles.filter((text) => !scope.has(roleAt(text)?.merchant ?? '*') && !kept.includes(text));
  const [first] = beyond;
  if (first !== undefined) {
    const { merchant = '' } = roleAt(first) ?? {};
    throw forbidden(
      merchant === '*' ? 'You don’t administer all merchants.' : `You don’t administer merchant ${merchant}.`,
    );
  }
  await merchantsMustExist(
    query,
    wanted.map(({ Merchant }) => Merchant),
    'Roles',
  );
  return [...new Set([...kept, ...roles])];
}

export async function merchantsMustExist(query: Query, numbers: readonly string[], field: string): Promise<void> {
  const known = await asMaintenanceWithin(query, () =>
    query<{ merchant: string }>('select merchant from merchant where merchant = any($1)', [numbers]),
  );
  const missing = numbers.find((number) => number !== '*' && !known.some(({ merchant }) => merchant === number));
  if (missing) throw settingsRefusal('NOT_FOUND', `There is no merchant ${missing}.`, field);
}

/** After a change: someone who can sign in must still be able to administer everything. */
async function mustKeepAdministrator(query: Query): Promise<void> {
  const rows = await query<Claims>(
    `select permissions, merchants, roles from sign_in.person where not disabled and password_hash <> ''`,
  );
  if (!rows.some(isAdministrator))
    throw settingsRefusal(
      'LAST_ADMINISTRATOR',
      'This is the last administrator of all merchants. Make another person one first.',
    );
}

/** @throws HttpError 400 for a name that is in use, or could be taken for one. */
export async function nameMustBeFree(
  query: Query,
  named: Parameters<typeof takenName>[1],
  self?: string,
): Promise<void> {
  const taken = await takenName(query, named, self);
  const idField = named.kind === 'program' ? 'ClientId' : 'Username';
  if (taken)
    throw settingsRefusal('DUPLICATE', `${named[taken] ?? ''} is already in use.`, taken === 'id' ? idField : 'Name');
}

/** A field that is another afterwards. */
export const changedSetting = (field: string, before: unknown, after: unknown) =>
  JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];

/** The merchants of roles that only one of the two has. */
const merchantsOfChanged = (before: readonly string[], after: readonly string[]): string[] =>
  [...before, ...after]
    .filter((text) => before.includes(text) !== after.includes(text))
    .map((text) => roleAt(text)?.merchant ?? '*');

const at = (
  action: SettingsChange['action'],
  row: PersonRow,
  changes: SettingsChange['changes'] = [],
): SettingsChange => ({
  action,
  target: row.username,
  merchants: merchantsOf(row),
  changes,
});

export const peopleHandlers: Handlers = {
  peopleList: {
    async view({ caller, pool, timeZone }) {
      const query = queryOn(pool);
      const [seen, managed] = [viewedScope(caller), administeredScope(caller)];
      const rows = (await readPeople(query, timeZone)).filter((row) => isVisible(row, seen));
      const active = rows.filter((row) => !row.disabled);
      return {
        People: rows.map((row) => settingsPerson(row, seen, managed)),
        PrepareAndRelease: active
          .map((row) => ({ Username: row.username, Name: row.name, Merchants: prepareAndRelease(row, seen) }))
          .filter(({ Merchants }) => Merchants.length > 0),
      };
    },
  },
  personInvite: {
    async change(request, query) {
      const { caller, body, origin, timeZone } = request;
      const scope = administeredScope(caller);
      if (body.Roles.length === 0) throw settingsRefusal('REQUIRED', 'Choose at least one role.', 'Roles');
      const roles = await rolesAfter(query, [], body.Roles, scope);
      await nameMustBeFree(query, { kind: 'person', id: body.Username, name: body.Name });
      await query(
        `insert into sign_in.person (username, display_name, password_hash, permissions, merchants, roles)
         values ($1, $2, '', '{}', '{}', $3)`,
        [body.Username, body.Name, roles],
      );
      const Link = await createLink(query, { username: body.Username, origin, timeZone });
      const [row] = await readPeople(query, timeZone, body.Username);
      if (!row) throw new Error('the person that was just added is missing');
      return {
        answer: { Person: settingsPerson(row, scope, scope), Link },
        change: at('person.invited', row, [{ field: 'Roles', after: roles }]),
        guarded: merchantsOf(row),
      };
    },
  },
  personEdit: {
    async change(request, query) {
      const { caller, body, timeZone } = request;
      const before = await visiblePerson(query, request as Request<never>);
      const scope = administeredScope(caller);
      const renames = body.Name !== undefined && body.Name !== before.name;
      const disables = body.Disabled !== undefined && body.Disabled !== before.disabled;
      if (renames || disables) mustManage(before, scope);
      const roles = body.Roles ? await rolesAfter(query, before.roles, body.Roles, scope) : [...before.roles];
      if (renames) await nameMustBeFree(query, { kind: 'person', name: body.Name }, before.username);
      const name = body.Name ?? before.name;
      const disabled = body.Disabled ?? before.disabled;
      await query('update sign_in.person set display_name = $2, roles = $3, disabled = $4 where username = $1', [
        before.username,
        name,
        roles,
        disabled,
      ]);
      if (isAdministrator(before)) await mustKeepAdministrator(query);
      const changes = [
        ...changedSetting('Name', before.name, name),
        ...changedSetting('Roles', before.roles, roles),
        ...changedSetting('Disabled', before.disabled, disabled),
      ];
      const [row] = await readPeople(query, timeZone, before.username);
      if (!row) throw notFound();
      const all = [...new Set([...merchantsOf(before), ...merchantsOf(row)])];
      return {
        answer: settingsPerson(row, viewedScope(caller), scope),
        change: changes.length > 0 ? { ...at('person.changed', row, changes), merchants: all } : undefined,
        guarded: [
          ...merchantsOfChanged(before.roles, roles),
          // Enabled again, the person has every right again. Disabling can't wait.
          ...(before.disabled && !disabled ? merchantsOf(row) : []),
        ],
      };
    },
  },
  personLink: {
    async change(request, query) {
      const row = await visiblePerson(query, request as Request<never>);
      mustManage(row, administeredScope(request.caller));
      if (row.disabled) throw settingsRefusal('CONFLICT', `${row.name} is disabled. Enable the person first.`);
      // The trigger of the table ends what the old password gave.
      await query(`update sign_in.person set password_hash = '', sandbox = false where username = $1`, [row.username]);
      if (isAdministrator(row) && row.hasPassword) await mustKeepAdministrator(query);
      const { origin, timeZone } = request;
      return {
        answer: await createLink(query, { username: row.username, origin, timeZone }),
        change: at('person.password.reset', row),
        // With the link an administrator could become this person.
        guarded: merchantsOf(row),
      };
    },
  },
  personSessionsEnd: {
    async change(request, query) {
      const row = await visiblePerson(query, request as Request<never>);
      mustManage(row, administeredScope(request.caller));
      await endSessions(query, row.username);
      return { answer: {}, change: at('person.sessions.ended', row) };
    },
  },
};
