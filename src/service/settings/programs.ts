import { randomBytes } from 'node:crypto';
import type { Program } from '#contract/settings-records.ts';
import type { SettingsChange } from '#service/audit/audit.ts';
import { hashPassword } from '#service/auth/passwords.ts';
import { forbidden, notFound } from '#service/base/errors.ts';
import type { Rights } from '#service/base/permissions.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { changedSetting, merchantsMustExist, nameMustBeFree } from './people.ts';
import { administeredScope, isVisible, isWithin, settingsRefusal, viewedScope, type Scope } from './scope.ts';
import type { Handlers, Request } from './serve.ts';

interface Row extends Rights {
  clientId: string;
  name: string;
  disabled: boolean;
  lastUsed: string | null;
  isUnused: boolean;
  hasFormer: boolean;
  exempt: boolean;
}

const readPrograms = (query: Query, timeZone: string, clientId?: string): Promise<Row[]> =>
  query<Row>(
    `select client_id as "clientId", display_name as name, permissions, merchants, disabled,
       to_char(last_used_at at time zone $1, 'YYYY-MM-DD HH24:MI') as "lastUsed",
       coalesce(last_used_at, created_at) < now() - interval '90 days' as "isUnused",
       former_secret_hash is not null as "hasFormer", exempt
     from sign_in.program where $2::text is null or client_id = $2 order by display_name, client_id`,
    [timeZone, clientId ?? null],
  );

const claimsOf = ({ permissions, merchants }: Rights) => ({ permissions, merchants, roles: [] });

const programOf = (row: Row, seen: Scope, managed: Scope): Program => ({
  ClientId: row.clientId,
  Name: row.name,
  Permissions: [...row.permissions],
  Merchants: row.merchants.filter((merchant) => merchant === '*' || seen.has(merchant)),
  Status: row.disabled ? 'Disabled' : 'Active',
  ...(row.lastUsed !== null && { LastUsed: row.lastUsed }),
  IsUnused: row.isUnused,
  HasFormerSecret: row.hasFormer,
  IsExempt: row.exempt,
  MayManage: isWithin(claimsOf(row), managed),
});

/** The program, if the caller administers all its merchants. */
async function managedProgram(query: Query, { caller, path, timeZone }: Request<never>): Promise<Row> {
  const [row] = await readPrograms(query, timeZone, path['clientId'] ?? '');
  if (!row || !isVisible(claimsOf(row), viewedScope(caller))) throw notFound();
  if (!isWithin(claimsOf(row), administeredScope(caller)))
    throw forbidden(`${row.name} also works for other merchants. Only an administrator of all of them can do this.`);
  return row;
}

/** One administrator gives an exempt program nothing: it would prepare what no other person sees. */
function mustNotBeExempt({ exempt, name }: Row): void {
  if (exempt)
    throw settingsRefusal(
      'CONFLICT',
      `What ${name} prepares needs no second person. End this first; it takes two to allow it again.`,
    );
}

async function mustAdminister(query: Query, scope: Scope, merchants: readonly string[]): Promise<void> {
  const beyond = merchants.find((merchant) => !scope.has(merchant));
  if (beyond === '*') throw forbidden('You don’t administer all merchants.');
  if (beyond !== undefined) throw forbidden(`You don’t administer merchant ${beyond}.`);
  await merchantsMustExist(query, merchants, 'Merchants');
}

/** Generated: a secret that a person invents is weaker. */
const newSecret = (): string => randomBytes(24).toString('base64url');

const at = (action: SettingsChange['action'], row: Row, changes: SettingsChange['changes'] = []): SettingsChange => ({
  action,
  target: row.clientId,
  merchants: row.merchants,
  changes,
});

export const programs: Handlers = {
  programsList: {
    async view({ caller, pool, timeZone }) {
      const [seen, managed] = [viewedScope(caller), administeredScope(caller)];
      const rows = await readPrograms(queryOn(pool), timeZone);
      return {
        Programs: rows.filter((row) => isVisible(claimsOf(row), seen)).map((row) => programOf(row, seen, managed)),
      };
    },
  },
  programAdd: {
    async prepare() {
      const Secret = newSecret();
      const hash = await hashPassword(Secret);
      return async ({ caller, body, timeZone }, query) => {
        const scope = administeredScope(caller);
        const [permissions, merchants] = [[...new Set(body.Permissions)], [...new Set(body.Merchants)]];
        await mustAdminister(query, scope, merchants);
        await nameMustBeFree(query, { kind: 'program', id: body.ClientId, name: body.Name });
        await query(
          `insert into sign_in.program (client_id, display_name, secret_hash, permissions, merchants, secret_by)
           values ($1, $2, $3, $4, $5, $6)`,
          [body.ClientId, body.Name, hash, permissions, merchants, caller.subject],
        );
        const [row] = await readPrograms(query, timeZone, body.ClientId);
        if (!row) throw new Error('the program that was just added is missing');
        const changes = [
          { field: 'Permissions', after: permissions },
          { field: 'Merchants', after: merchants },
        ];
        return { answer: { Program: programOf(row, scope, scope), Secret }, change: at('program.added', row, changes) };
      };
    },
  },
  programEdit: {
    async change(request, query) {
      const { caller, body, timeZone } = request;
      const before = await managedProgram(query, request as Request<never>);
      const scope = administeredScope(caller);
      if (body.Merchants) await mustAdminister(query, scope, body.Merchants);
      if (body.Name !== undefined && body.Name !== before.name)
        await nameMustBeFree(query, { kind: 'program', name: body.Name }, before.clientId);
      const after = {
        name: body.Name ?? before.name,
        permissions: body.Permissions ? [...new Set(body.Permissions)] : before.permissions,
        merchants: body.Merchants ? [...new Set(body.Merchants)] : before.merchants,
        disabled: body.Disabled ?? before.disabled,
        exempt: body.Exempt ?? before.exempt,
      };
      const more = (now: readonly string[], then: readonly string[]) => now.some((it) => !then.includes(it));
      const isEnabled = before.disabled && !after.disabled;
      if (
        after.exempt &&
        (isEnabled || more(after.permissions, before.permissions) || more(after.merchants, before.merchants))
      )
        mustNotBeExempt(before);
      await query(
        `update sign_in.program set display_name = $2, permissions = $3, merchants = $4, disabled = $5, exempt = $6
         where client_id = $1`,
        [before.clientId, after.name, after.permissions, after.merchants, after.disabled, after.exempt],
      );
      const [row] = await readPrograms(query, timeZone, before.clientId);
      if (!row) throw notFound();
      const changes = [
        ...changedSetting('Name', before.name, after.name),
        ...changedSetting('Permissions', before.permissions, after.permissions),
        ...changedSetting('Merchants', before.merchants, after.merchants),
        ...changedSetting('Disabled', before.disabled, after.disabled),
        ...changedSetting('Exempt', before.exempt, after.exempt),
      ];
      const merchants = [...new Set([...before.merchants, ...after.merchants])];
      return {
        answer: programOf(row, scope, scope),
        change: changes.length > 0 ? { ...at('program.changed', row, changes), merchants } : undefined,
        ...(after.exempt && !before.exempt && { guarded: merchants, isAlwaysGuarded: true }),
      };
    },
  },
  programSecret: {
    async prepare() {
      const Secret = newSecret();
      const hash = await hashPassword(Secret);
      return async (request, query) => {
        const row = await managedProgram(query, request as Request<never>);
        mustNotBeExempt(row);
        await query(
          `update sign_in.program set former_secret_hash = secret_hash, secret_hash = $2, sandbox = false,
           former_secret_by = secret_by, secret_by = $3 where client_id = $1`,
          [row.clientId, hash, request.caller.subject],
        );
        return { answer: { Secret }, change: at('program.secret.added', row) };
      };
    },
  },
  programSecretEnd: {
    async change(request, query) {
      const row = await managedProgram(query, request as Request<never>);
      await query(
        'update sign_in.program set former_secret_hash = null, former_secret_by = null where client_id = $1',
        [row.clientId],
      );
      return { answer: {}, change: row.hasFormer ? at('program.secret.ended', row) : undefined };
    },
  },
};
