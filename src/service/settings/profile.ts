import type pg from 'pg';
import type { Session } from '#contract/settings-records.ts';
import { createAttempts } from '#service/auth/attempts.ts';
import { refuseWeakPassword } from '#service/auth/password-rules.ts';
import { hashPassword } from '#service/auth/passwords.ts';
import { findPerson, type SignInPerson } from '#service/auth/users.ts';
import { liveSessions } from '#service/auth/uses.ts';
import { notFound, unavailable } from '#service/base/errors.ts';
import { roleEntries } from './read-people.ts';
import { merchantsOf, settingsRefusal } from './scope.ts';
import type { Handlers, Request } from './serve.ts';
import { endSessions } from './sessions.ts';

/** A program has no profile. */
async function self({ caller, pool }: Request<never>): Promise<SignInPerson> {
  const person = caller.isProgram ? undefined : await findPerson(pool, caller.subject);
  if (!person) throw notFound();
  return person;
}

/** Of a pool there is one, so that all simultaneous attempts from one address share a connection. */
const attempts = new WeakMap<pg.Pool, ReturnType<typeof createAttempts>>();
function attemptsOn(pool: pg.Pool): ReturnType<typeof createAttempts> {
  const known = attempts.get(pool) ?? createAttempts(pool);
  attempts.set(pool, known);
  return known;
}

const byUser = { changes: [] };

export const profile: Handlers = {
  profileView: {
    async view(request) {
      const person = await self(request as Request<never>);
      const { pool, timeZone, caller } = request;
      const { rows } = await pool.query<Session>(
        `select device as "Device", to_char(signed_in_at at time zone $2, 'YYYY-MM-DD HH24:MI') as "SignedIn",
           to_char(last_used_at at time zone $2, 'YYYY-MM-DD HH24:MI') as "LastUsed", grant_id = $3 as "IsThis"
         from ${liveSessions} where username = $1 order by last_used_at desc`,
        [person.username, timeZone, caller.session ?? ''],
      );
      return {
        Username: person.username,
        Name: person.name,
        Roles: roleEntries(person.roles),
        Permissions: [...person.permissions],
        Merchants: [...person.merchants],
        Sessions: rows,
      };
    },
  },
  profilePassword: {
    async prepare(request) {
      const person = await self(request as Request<never>);
      const { Current, New } = request.body;
      const attempt = attemptsOn(request.pool);
      const judged = await attempt({
        name: person.username,
        address: request.address,
        password: Current,
        hash: person.passwordHash,
      });
      if (judged.result === 'later') throw unavailable(judged.seconds);
      if (judged.result === 'wrong')
        throw settingsRefusal('WRONG_PASSWORD', 'The current password is not correct.', 'Current');
      await refuseWeakPassword(New, [person.username, person.name]).catch((error: Error) => {
        throw settingsRefusal('WEAK_PASSWORD', error.message, 'New');
      });
      const hash = await hashPassword(New);
      return async (_, query) => {
        await query('update sign_in.person set password_hash = $2, sandbox = false where username = $1', [
          person.username,
          hash,
        ]);
        const merchants = merchantsOf(person);
        return { answer: {}, change: { ...byUser, action: 'password.changed', target: person.username, merchants } };
      };
    },
  },
  profileSessionsEnd: {
    async change({ caller }, query) {
      if (caller.isProgram) throw notFound();
      const ended = await endSessions(query, caller.subject, caller.session);
      const change = {
        ...byUser,
        action: 'sessions.ended' as const,
        target: caller.subject,
        merchants: [...caller.merchants],
      };
      return { answer: {}, change: ended > 0 ? change : undefined };
    },
  },
};
