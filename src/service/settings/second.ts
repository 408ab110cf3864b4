import type { SettingsName } from '#contract/settings.ts';
import type { SettingsChange } from '#service/audit/audit.ts';
import type { Caller } from '#service/base/permissions.ts';
import { asMaintenanceWithin } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import type { ChangeAnswer, RefusedChange } from './change.ts';
import { settingsRefusal } from './scope.ts';

/*
 * Changes that could get around four eyes need two administrators (docs/decisions.md, 61). The first one's call is run and undone,
 * and kept with what it would change; the second one's runs it again, if it would still change exactly that.
 */

export interface SecondFactorRow {
  sequence: number;
  call: SettingsName;
  path: string;
  body: string;
  change: string;
  merchants: string[];
  by: string;
  name: string;
  at: string;
  decision: string | null;
}

export const readRequests = (
  query: Query,
  timeZone: string,
  where: string,
  value?: unknown,
): Promise<SecondFactorRow[]> =>
  query<SecondFactorRow>(
    `select request_sequence as sequence, call, path, body, change, merchants, requested_by as by, requested_name as name,
       to_char(requested_at at time zone $1, 'YYYY-MM-DD HH24:MI') as at, decision
     from sign_in.settings_request where ${where} order by request_sequence`,
    [timeZone, ...(value === undefined ? [] : [value])],
  );

/** Runs a change, or undoes it and keeps it for a second administrator. The same change again finds the same request. */
export async function orRequest<Answer>(
  query: Query,
  call: SettingsName,
  { caller, path, body, timeZone }: { caller: Caller; path: object; body?: object; timeZone: string },
  work: () => Promise<ChangeAnswer<Answer>>,
): Promise<ChangeAnswer<Answer> | RefusedChange> {
  await query('savepoint change');
  const done = await work();
  const { change, guarded = [], isAlwaysGuarded = false } = done;
  if (!change || !(isAlwaysGuarded || (await haveRule(query, guarded)))) return done;
  await query('rollback to savepoint change');
  const texts = [call, JSON.stringify(path), JSON.stringify(body ?? {}), JSON.stringify(change)];
  const [same] = await readRequests(
    query,
    timeZone,
    `decision is null and array[call, path, body, change] = $2::text[]`,
    texts,
  );
  if (!same)
    await query(
      `insert into sign_in.settings_request (call, path, body, change, merchants, requested_by, requested_name)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [...texts, guarded, caller.subject, caller.name],
    );
  return {
    refusal: settingsRefusal(
      'SECOND_ADMINISTRATOR',
      'Another administrator must confirm it. Nothing has changed until then.',
    ),
    ...(!same && { change: { ...change, action: `${change.action}.requested` as SettingsChange['action'] } }),
  };
}

export async function haveRule(query: Query, merchants: readonly string[]): Promise<boolean> {
  const [found] = await asMaintenanceWithin(query, () =>
    query<{ isOn: boolean }>(
      `select count(*) > 0 as "isOn" from approval_rule where merchant = any($1) or '*' = any($1)`,
      [merchants],
    ),
  );
  return found?.isOn === true;
}
