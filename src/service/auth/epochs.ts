import type { Pool } from 'pg';
import type { Caller, TokenOrigin } from '#service/base/permissions.ts';
import type { Query } from '#service/database/query.ts';
import { shortTimeout, type DecidingStatement } from '#service/database/transaction.ts';
import { invalidToken } from './invalid-token.ts';
import { mustHaveSecondFactor } from './step-up.ts';
import { idHash } from './store.ts';

/** What is stored now about the sign-in of a token that is still valid. */
interface CurrentSignIn {
  /** The person has a second factor, perhaps one that is newer than the token. */
  hasFactor: boolean;
}

export type CurrentSignInOf = (token: TokenOrigin) => Promise<CurrentSignIn | undefined>;

interface Row extends CurrentSignIn {
  epoch: number;
}

/** An answer older than `freshMs` is refreshed in the background, up to `usableMs`; then calls wait. */
const freshMs = 1_000;
const usableMs = 4_000;
const bound = 10_000;

const person = `select epoch, exists (select from sign_in.factor where factor.username = person.username) as "hasFactor"
  from sign_in.person where username = $1 and not disabled`;
const isGranted = `exists (
  select from sign_in.oauth_item where kind = 'Grant' and id_hash = $2 and expires_at > now())`;
const program = 'select epoch, false as "hasFactor" from sign_in.program where client_id = $1 and not disabled';

function statementFor({ holder, name, grant }: TokenOrigin): { text: string; values: unknown[] } | undefined {
  if (holder === 'program') return { text: program, values: [name] };
  if (holder !== 'person') return undefined;
  // Processes of the previous version issue tokens without a grant during an upgrade.
  if (typeof grant !== 'string') return { text: person, values: [name] };
  return { text: `${person} and ${isGranted}`, values: [name, idHash(grant)] };
}

/**
 * Checks in the database, with at most one query a second for each sign-in. A changed password, changed rights, disabling and
 * signing out in any process end access tokens within five seconds, and calls need no query of their own. Without an answer it
 * fails as the query did.
 */
export function createEpochs(pool: Pool): CurrentSignInOf {
  const known = new Map<string, { row: Row | undefined; readAt: number }>();
  const pending = new Map<string, Promise<Row | undefined>>();

  const ask = async (key: string, statement: { text: string; values: unknown[] }): Promise<Row | undefined> => {
    const readAt = performance.now();
    const { rows } = await pool.query<Row>({ ...statement, ...shortTimeout });
    const [row] = rows;
    known.delete(key);
    known.set(key, { row, readAt });
    if (known.size > bound) known.delete(known.keys().next().value ?? '');
    return row;
  };

  return async (token) => {
    const statement = statementFor(token);
    if (statement === undefined) return undefined;
    const { holder, name, epoch, grant } = token;
    const ifCurrent = (row: Row | undefined) => (row?.epoch === epoch ? row : undefined);
    const key = JSON.stringify([holder, name, grant]);
    const last = known.get(key);
    const age = last === undefined ? Infinity : performance.now() - last.readAt;
    if (last !== undefined && age < freshMs) return ifCurrent(last.row);
    const answer = pending.get(key) ?? ask(key, statement).finally(() => pending.delete(key));
    pending.set(key, answer);
    if (last === undefined || age > usableMs) return ifCurrent(await answer);
    // If it fails, callers after `usableMs` get the error.
    answer.catch(() => undefined);
    return ifCurrent(last.row);
  };
}

/**
 * For the beginning of a transaction that changes something: a token outlives what gave it by seconds, in which a person who was
 * just disabled or demoted could undo that. Rights can't change without a new epoch; a second factor can. Undefined for callers
 * of another issuer, of whom only the token is known.
 * @throws HttpError 401 if a second factor is needed, and the token says already that it is missing or too old
 */
export function stillSignedIn(caller: Caller, needsFactor = false): DecidingStatement | undefined {
  if (needsFactor) mustHaveSecondFactor(caller);
  const { token } = caller;
  const statement = token && statementFor(token);
  if (!statement) return undefined;
  const { text, values } = statement;
  const find = {
    name: `signedIn${values.length}${String(token.holder)}`,
    text: `select * from (${text}) it where epoch = $${values.length + 1}`,
    values: [...values, token.epoch],
  };
  return {
    find,
    check(row: CurrentSignIn | undefined) {
      if (!row) throw invalidToken();
      if (needsFactor) mustHaveSecondFactor(withFactor(caller, row));
    },
  };
}

/**
 * The caller as they are now.
 * @throws HttpError 401 if the sign-in behind the token has ended
 */
export async function presentCaller(query: Query, caller: Caller): Promise<Caller> {
  const statement = caller.token && statementFor(caller.token);
  if (!statement) return caller;
  const [row] = await query<Row>(statement.text, statement.values);
  if (row?.epoch !== caller.token?.epoch) throw invalidToken();
  return withFactor(caller, row);
}

/** The token of a person who has added a factor since says nothing of it. */
export const withFactor = (caller: Caller, signIn: CurrentSignIn | undefined): Caller =>
  signIn?.hasFactor && caller.secondFactorAt === undefined ? { ...caller, secondFactorAt: 0 } : caller;
