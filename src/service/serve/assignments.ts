import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  assignmentChoices,
  furthestFollowUp,
  longestStep,
  mostAssignments,
  type Assignment,
  type AssignmentDraft,
  type AssignmentList,
  type AssignmentPlan,
} from '#contract/assignments.ts';
import { extensionCalls } from '#contract/extensions.ts';
import { grantsOf, may, type Claims } from '#contract/permissions.ts';
import { addDays, dateOf, type DateTimeText } from '#rules/calendar.ts';
import { fullMinuteText } from '#rules/day-text.ts';
import { appending } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { HttpError, refusedField } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import {
  changing,
  happenedBy,
  merchantProduct,
  serveExtension,
  viewing,
  type Entered,
  type Extension,
} from '#service/http/extension.ts';
import { clientNumberField, dayField, mustHaveNoPersonalNumber } from '#service/http/own-fields.ts';

const AssignmentFilter = z.strictObject({
  ClientNumber: clientNumberField.optional().describe('Of this client alone.'),
  Which: z
    .enum(assignmentChoices)
    .default('all')
    .describe('`mine`: the caller’s; `due`: of these, what is due for a next step today or is done today; `all`.'),
});

const AssignmentBody = z.strictObject({
  ClientNumber: clientNumberField.describe('The client.'),
  To: z
    .string()
    .min(1)
    .max(200)
    .nullish()
    .describe('The username of who gets it; absent for oneself, null for nobody.'),
  TakeOver: z.boolean().optional().describe('Also if another person has it.'),
}) satisfies z.ZodType<AssignmentDraft>;

const PlanBody = z.strictObject({
  ClientNumber: clientNumberField.describe('The client.'),
  FollowUp: dayField
    .nullish()
    .describe(`The day of the next step, at most ${furthestFollowUp} days from today; null for none.`),
  NextStep: z.string().trim().max(longestStep).nullish().describe('Without numbers of accounts or persons.'),
  IsDone: z.boolean().optional().describe('Whether today’s step is done.'),
}) satisfies z.ZodType<AssignmentPlan>;

interface Parts extends Extension {
  clock: Clock;
  isSandbox: boolean;
  products: readonly string[];
  /** Whether people sign in here, so that it is known who they are. */
  hasOwnSignIns: boolean;
}

interface StoredAssignment {
  client: string;
  subject: string | null;
  name: string | null;
  since: string;
  givenBy: string | null;
  followUp: string | null;
  nextStep: string | null;
  doneAt: string | null;
  doneBy: string | null;
}

const columns = `client_number as client, subject, holder_name as name, to_char(since, 'YYYY-MM-DD HH24:MI') as since,
    given_by as "givenBy", to_char(follow_up, 'YYYY-MM-DD') as "followUp", next_step as "nextStep",
    to_char(done_at, 'YYYY-MM-DD HH24:MI') as "doneAt", done_by as "doneBy"`;

/** What the audit log has of a change to a client's assignment. */
const entryOf = (
  request: FastifyRequest,
  { merchant, product }: Book,
  client: string,
  Details: Record<string, unknown>,
) => appending(merchant, happenedBy(request, { Product: product, Targets: [{ ClientNumber: client }], Details }));

interface Book {
  merchant: string;
  product: string;
}

/** People who may follow up clients of a merchant, by their usernames; undefined where they sign in elsewhere. */
type Staff = ReadonlyMap<string, string> | undefined;

/** Who follows up which client; not part of the interface. */
export function serveAssignments(app: FastifyInstance, parts: Parts): void {
  const { clock, isSandbox, products, hasOwnSignIns, pool } = parts;
  const { permissions: writers } = extensionCalls.assignmentMake;

  const bookOf = (entered: Pick<Entered, 'merchant' | 'names'>): Book => merchantProduct(entered, products);

  async function staffOf(merchant: string): Promise<Staff> {
    if (!hasOwnSignIns) return undefined;
    // As the role of no merchant, which alone sees the people.
    const { rows } = await pool.query<Claims & { username: string; name: string }>(
      `select username, display_name as name, permissions, merchants, roles from sign_in.person
        where not disabled order by display_name, username`,
    );
    return new Map(
      rows
        .filter((it) => {
          const holder = { grants: grantsOf(it) };
          return may(holder, 'clients:read', merchant) && writers.some((needed) => may(holder, needed, merchant));
        })
        .map((it) => [it.username, it.name]),
    );
  }

  function assignmentOf(row: StoredAssignment, subject: string, staff: Staff): Assignment {
    const isThere = row.subject !== null && (staff?.has(row.subject) ?? true);
    return {
      ClientNumber: row.client,
      To:
        row.subject !== null && isThere
          ? {
              Username: row.subject,
              Name: staff?.get(row.subject) ?? row.name ?? row.subject,
              IsMe: row.subject === subject,
            }
          : null,
      Former: row.subject !== null && !isThere ? row.name : null,
      Since: row.since,
      GivenBy: row.givenBy,
      FollowUp: row.followUp,
      NextStep: row.nextStep,
      Done: row.doneAt === null ? null : { By: row.doneBy ?? '', At: row.doneAt },
    };
  }

  async function listOf(
    query: Query,
    { merchant, product }: Book,
    asked: { subject: string; staff: Staff; now: DateTimeText; client?: string; which?: 'all' | 'mine' | 'due' },
  ): Promise<AssignmentList> {
    const { subject, staff, now, client, which = 'all' } = asked;
    const rows = await query<StoredAssignment>(
      `select ${columns} from assignment
        where merchant = $1 and product = $2 and ($3::text is null or client_number = $3)
          and ($4::text is null or subject = $4)
          and ($5::timestamp is null or coalesce(follow_up, $5) <= $5 or done_at >= $5)
        order by follow_up, since, client_number limit $6`,
      [
        merchant,
        product,
        client ?? null,
        which === 'all' ? null : subject,
        which === 'due' ? dateOf(now) : null,
        mostAssignments,
      ],
    );
    return {
      Assignments: rows.map((row) => assignmentOf(row, subject, staff)),
      People: [...(staff ?? [])].map(([Username, Name]) => ({ Username, Name })),
    };
  }

  const listing = { summary: 'Retrieve who follows up which client', query: AssignmentFilter };
  serveExtension(app, parts, 'assignmentList', listing, async ({ query: filter, request, reply, ...entered }) => {
    const book = bookOf(entered);
    const staff = await staffOf(book.merchant);
    const { subject } = entered.caller;
    const { ClientNumber: client, Which: which } = filter;
    return viewing(
      parts,
      request,
      reply,
      ({ query, begun }) => listOf(query, book, { subject, staff, now: clock.now(begun.daysAhead), client, which }),
      { isSandbox },
    );
  });

  /** Those whose clients anybody may take: they do not sign in any more. */
  async function gone(query: Query, { merchant, product }: Book, client: string, staff: Staff): Promise<string[]> {
    if (!staff) return [];
    const rows = await query<{ subject: string }>(
      `select subject from assignment
        where merchant = $1 and product = $2 and client_number = $3 and subject is not null`,
      [merchant, product, client],
    );
    return rows.flatMap(({ subject }) => (staff.has(subject) ? [] : [subject]));
  }

  async function alreadyTaken(query: Query, { merchant, product }: Book, client: string): Promise<HttpError> {
    const [row] = await query<{ name: string; since: string }>(
      `select holder_name as name, to_char(since, 'YYYY-MM-DD HH24:MI') as since from assignment
        where merchant = $1 and product = $2 and client_number = $3`,
      [merchant, product, client],
    );
    const who = `${row?.name ?? 'Another person'} has this client since ${fullMinuteText(row?.since ?? '')}.`;
    return refusedField('ALREADY_TAKEN', 'ClientNumber', `${who} Take it over to go on.`);
  }

  const making = {
    summary: 'Take a client, give it to a colleague, or leave it',
    about: 'Where another person has it, it is refused with `ALREADY_TAKEN`, unless the caller takes it over.',
    body: AssignmentBody,
    bytes: 16 * 1024,
  };
  serveExtension(app, parts, 'assignmentMake', making, async ({ body, request, reply, ...entered }) => {
    const book = bookOf(entered);
    const { merchant, product } = book;
    const { caller } = entered;
    const { ClientNumber: client, To = caller.subject, TakeOver = false } = body;
    if (To === caller.subject && caller.isProgram)
      throw refusedField('REQUIRED', 'To', 'A program follows up no client: it gives them to people.');
    const staff = await staffOf(merchant);
    if (To !== null && To !== caller.subject && !staff?.has(To))
      throw refusedField('NOT_FOUND', 'To', 'There is no such person who may follow up clients of this merchant.');
    return changing(
      parts,
      request,
      reply,
      async ({ query, begun: { daysAhead, last } }) => {
        const now = clock.now(daysAhead);
        const free = await gone(query, book, client, staff);
        const made = await query(
          `insert into assignment as it (merchant, product, client_number, subject, holder_name, since, given_by)
            values ($1, $2, $3, $4, $5, $6, $7)
            on conflict (merchant, product, client_number) do update set subject = excluded.subject,
              holder_name = excluded.holder_name,
              since = case when it.subject is not distinct from excluded.subject then it.since else excluded.since end,
              given_by = case when it.subject is not distinct from excluded.subject then it.given_by else excluded.given_by end
            where it.subject is null or it.subject = excluded.subject or it.subject = $8 or it.subject = any($9) or $10
            returning 1`,
          [
            merchant,
            product,
            client,
            To,
            To === null ? null : (staff?.get(To) ?? caller.name),
            now,
            To === null || To === caller.subject ? null : caller.name,
            caller.subject,
            free,
            TakeOver,
          ],
        );
        if (made.length === 0) throw await alreadyTaken(query, book, client);
        last.push(...entryOf(request, book, client, { To, ...(TakeOver && { TakeOver }) }));
        return listOf(query, book, { subject: caller.subject, staff, now, client });
      },
      { isSandbox },
    );
  });

  const planning = {
    summary: 'Set the next step of a client, or say that today’s is done',
    about: 'Where another person has the client, it is refused with `ALREADY_TAKEN`.',
    body: PlanBody,
    bytes: 16 * 1024,
  };
  serveExtension(app, parts, 'assignmentPlan', planning, async ({ body, request, reply, ...entered }) => {
    const book = bookOf(entered);
    const { merchant, product } = book;
    const { caller } = entered;
    const { ClientNumber: client, FollowUp, NextStep, IsDone } = body;
    if (FollowUp === undefined && NextStep === undefined && IsDone === undefined)
      throw refusedField('REQUIRED', 'FollowUp', 'A plan has a day, a next step, or that today’s is done.');
    mustHaveNoPersonalNumber('NextStep', NextStep, 'A step');
    const staff = await staffOf(merchant);
    return changing(
      parts,
      request,
      reply,
      async ({ query, begun: { daysAhead, last } }) => {
        const now = clock.now(daysAhead);
        if (FollowUp && FollowUp < dateOf(now)) throw refusedField('IN_THE_PAST', 'FollowUp', 'The day has passed.');
        if (FollowUp && FollowUp > addDays(dateOf(now), furthestFollowUp))
          throw refusedField('INVALID', 'FollowUp', `The next step is at most ${furthestFollowUp} days from today.`);
        const free = await gone(query, book, client, staff);
        const holder = caller.isProgram ? [null, null] : [caller.subject, caller.name];
        const planned = await query(
          `insert into assignment as it (merchant, product, client_number, subject, holder_name, since, follow_up, next_step,
              done_at, done_by)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            on conflict (merchant, product, client_number) do update set
              subject = excluded.subject, holder_name = excluded.holder_name,
              since = case when it.subject is not distinct from excluded.subject then it.since else excluded.since end,
              given_by = case when it.subject is not distinct from excluded.subject then it.given_by end,
              follow_up = case when $11 then excluded.follow_up else it.follow_up end,
              next_step = case when $12 then excluded.next_step else it.next_step end,
              done_at = case when $13 then excluded.done_at else it.done_at end,
              done_by = case when $13 then excluded.done_by else it.done_by end
            where it.subject is null or it.subject = $14 or it.subject = any($15)
            returning 1`,
          [
            merchant,
            product,
            client,
            ...holder,
            now,
            FollowUp ?? null,
            NextStep || null,
            IsDone ? now : null,
            IsDone ? caller.name : null,
            FollowUp !== undefined,
            NextStep !== undefined,
            IsDone !== undefined,
            caller.subject,
            free,
          ],
        );
        if (planned.length === 0) throw await alreadyTaken(query, book, client);
        const details = { ...(FollowUp !== undefined && { FollowUp }), ...(IsDone !== undefined && { IsDone }) };
        last.push(...entryOf(request, book, client, details));
        return listOf(query, book, { subject: caller.subject, staff, now, client });
      },
      { isSandbox },
    );
  });
}
