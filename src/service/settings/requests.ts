import type { SettingsRequest } from '#contract/settings-records.ts';
import type { SettingsAnswer } from '#contract/settings.ts';
import type { SettingsChange } from '#service/audit/audit.ts';
import { notFound } from '#service/base/errors.ts';
import { callerWith, type Caller } from '#service/base/permissions.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { readPeople } from './read-people.ts';
import { administeredScope, settingsRefusal, viewedScope, type Scope } from './scope.ts';
import { readRequests, type SecondFactorRow } from './second.ts';
import type { SettingsHandler, Handlers, Request } from './serve.ts';

const coversAll = (scope: Scope, { merchants }: SecondFactorRow) => merchants.every((merchant) => scope.has(merchant));

function recordOf(row: SecondFactorRow, caller: Caller): SettingsRequest {
  const { action, target, changes } = JSON.parse(row.change) as SettingsChange;
  const isOwn = row.by === caller.subject;
  return {
    Sequence: row.sequence,
    Action: action,
    Target: target,
    Changes: changes.map(({ field, before, after }) => ({
      Field: field,
      Before: textOf(before),
      After: textOf(after),
    })),
    RequestedBy: row.name,
    RequestedAt: row.at,
    IsOwn: isOwn,
    MayConfirm: !isOwn && coversAll(administeredScope(caller), row),
  };
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

const isSeen = (row: SecondFactorRow, scope: Scope) =>
  scope.isAll || row.merchants.some((merchant) => scope.has(merchant));

/** @param guarded those whose changes may wait. */
export const requests = (guarded: Handlers): Handlers => ({
  settingsRequests: {
    async view({ caller, pool, timeZone }) {
      const rows = await readRequests(queryOn(pool), timeZone, 'decision is null');
      return { Requests: rows.filter((row) => isSeen(row, viewedScope(caller))).map((row) => recordOf(row, caller)) };
    },
  },
  settingsRequestDecide: {
    async change(request, query) {
      const { caller, body, path, timeZone } = request;
      const number = Number(path['sequence']);
      const [row] = Number.isSafeInteger(number)
        ? await readRequests(query, timeZone, 'request_sequence = $2', number)
        : [];
      if (!row || !isSeen(row, viewedScope(caller))) throw notFound();
      if (row.decision) throw settingsRefusal('NOT_PENDING', 'It is decided already.');
      const isOwn = row.by === caller.subject;
      // Who asked may take it back.
      if (!isOwn && !coversAll(administeredScope(caller), row))
        throw settingsRefusal('NOT_PERMITTED', 'Only an administrator of all its merchants decides this.');
      const decide = (decision: string) =>
        query(
          `update sign_in.settings_request set decision = $2, decided_by = $3, decided_at = now()
           where request_sequence = $1`,
          [row.sequence, decision, caller.subject],
        );
      const asked = JSON.parse(row.change) as SettingsChange;
      const by = { field: 'RequestedBy', after: row.by };
      if (body.Action === 'decline') {
        await decide('DECLINED');
        const change = {
          ...asked,
          action: `${asked.action}.declined` as SettingsChange['action'],
          changes: [...asked.changes, by],
        };
        return { answer: {}, change };
      }
      if (isOwn) throw settingsRefusal('OWN_WORK', 'You asked for this. Another administrator must confirm it.');
      // As the first administrator, who may have fewer merchants: exactly what they saw.
      const first = await administratorOf(query, timeZone, row);
      const again = {
        ...request,
        caller: first,
        path: JSON.parse(row.path),
        body: JSON.parse(row.body),
      } as Request<never>;
      const handler = guarded[row.call] as SettingsHandler<never> | undefined;
      if (!handler || !('change' in handler)) throw new Error(`${row.call} waits for no second administrator`);
      const done = await handler.change(again, query);
      if (JSON.stringify(done.change) !== row.change)
        throw settingsRefusal('CHANGED', 'What it changes is different by now. Decline it, and ask for it again.');
      await decide('CONFIRMED');
      // Of an invitation, or of a new password.
      const { Link } = done.answer as Partial<SettingsAnswer<'personInvite'>> | SettingsAnswer<'personLink'>;
      const link = typeof Link === 'string' ? (done.answer as SettingsAnswer<'personLink'>) : Link;
      const change = { ...asked, changes: [...asked.changes, by] };
      return { answer: link ? { Link: link } : {}, change };
    },
  },
});

/** Who asked, with the rights of this moment. @throws HttpError 400 if they administer it no longer. */
async function administratorOf(query: Query, timeZone: string, row: SecondFactorRow): Promise<Caller> {
  const [person] = await readPeople(query, timeZone, row.by);
  const caller =
    person && !person.disabled && callerWith({ subject: row.by, name: person.name, isProgram: false }, person);
  if (!caller || !coversAll(administeredScope(caller), row))
    throw settingsRefusal('CHANGED', `${row.name} no longer administers this. Decline it, and ask for it yourself.`);
  return caller;
}
