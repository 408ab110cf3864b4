import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Finding } from '#answers/read-back/finding.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import { fieldOf } from '#contract/fields.ts';
import type { Operation } from '#contract/operation.ts';
import { permissionOf } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { OutgoingCall, OutgoingDecision } from '#contract/outgoing-calls.ts';
import { may } from '#contract/permissions.ts';
import { wallTimesOf } from '#service/base/clock.ts';
import { HttpError, notFound } from '#service/base/errors.ts';
import type { Caller } from '#service/base/permissions.ts';
import type { Query } from '#service/database/query.ts';
import { changing, happenedBy, serveExtension, viewing, type Extension } from '#service/http/extension.ts';
import { Occupied } from '#service/http/limits/shares.ts';
import { isSensitive } from '#service/numbers/numbers.ts';
import { providerFault } from '../tokens.ts';
import { findingsOf } from './look.ts';
import { isUnsettledItem } from './outcomes.ts';
import { keepLearned } from './settle.ts';
import { unsettledCalls, outgoingCall, type OutgoingRecord } from './store.ts';
import { worldOf, type SharedWorld } from './world.ts';

const mostItems = 100;

const OutgoingDecisionBody = z.strictObject({
  Items: z.array(z.number().int().min(1).max(10_000)).min(1).max(10_000).describe('Their places in the call, from 1.'),
  Outcome: z.enum(['stored', 'not stored']).describe('What the provider’s records show a person.'),
  Reason: z.string().trim().min(1).max(200).describe('How the person knows it.'),
}) satisfies z.ZodType<OutgoingDecision>;

/**
 * Changes whose outcome is not known; not part of the interface. GET answers all of a merchant, `/{call}` one, with what the provider
 * shows now, to those who may read its records. POST `/{call}` decides what no record tells, with the right to make the change.
 */
export function serveOutgoingCalls(
  app: FastifyInstance,
  parts: Extension & { world: SharedWorld; timeZone: string },
): void {
  const { world } = parts;
  const shown = shownWith(parts.timeZone);

  serveExtension(
    app,
    parts,
    'outgoingCallList',
    { summary: 'Retrieve changes whose outcome is not known' },
    ({ caller, merchant, request, reply }) =>
      viewing(parts, request, reply, async ({ query }) => {
        const found = await unsettledCalls(query, world.numbers, merchant);
        const seen = found.filter((it) => mayRead(caller, it));
        const hasRule = await needsSecond(query, merchant);
        return { Calls: seen.map((it) => shown(it, caller, hasRule)) };
      }),
  );

  serveExtension(
    app,
    parts,
    'outgoingCallView',
    { summary: 'Retrieve one, with what the provider shows now' },
    async ({ caller, merchant, names, request, reply }) => {
      const { record, hasRule, line } = await viewing(parts, request, reply, async ({ query }) => {
        const seen = await seenCall(query, world, merchant, names['call'], caller);
        const rule = await needsSecond(query, merchant);
        return { record: seen, hasRule: rule, ...(await world.lines.read(query, seen)) };
      });
      const notRead = (error: unknown) => {
        providerFault(error);
        return record.outcomes.map((): Finding => ({
          verdict: 'unclear',
          note: 'The provider cannot be read right now.',
        }));
      };
      const findings = record.items && (await findingsOf(worldOf(world, line), record).catch(notRead));
      return shown(record, caller, hasRule, findings);
    },
  );

  serveExtension(
    app,
    parts,
    'outgoingCallDecide',
    { summary: 'Decide what became of its unclear items', body: OutgoingDecisionBody },
    async (given) => {
      const { caller, merchant, names, request, reply } = given;
      const { Items, Outcome, Reason } = given.body;
      return changing(parts, request, reply, async ({ query, begun }) => {
        const record = await seenCall(query, world, merchant, names['call'], caller);
        const hasRule = await needsSecond(query, merchant);
        const whyNot = reasonAgainst(record, caller, hasRule);
        if (whyNot) throw whyNot;
        const places = record.items?.sent.map(({ place }) => place + 1) ?? [];
        const chosen = new Set(Items);
        const outcomes = record.outcomes.map((it, index) =>
          chosen.has(places[index] ?? 0)
            ? {
                ...it,
                state: Outcome === 'stored' ? ('accepted' as const) : ('not stored' as const),
                by: 'person' as const,
              }
            : it,
        );
        const isUndecided = (place: number) => record.outcomes[places.indexOf(place)]?.state === 'unclear';
        if (!Items.every(isUndecided)) throw changed();
        const { Actor: actor, Context: context } = happenedBy(request, {});
        const { line } = await world.lines.read(query, record);
        const [, lookAfterMs] = worldOf(world, line).timing.looks;
        const learned = { outcomes, by: 'person' as const, actor, context, lookAfterMs, details: { Reason } };
        const kept = await keepLearned(world, { merchant, query }, begun, record, learned);
        // It was read back at the same moment.
        if (!kept) throw new Occupied();
        return shown(kept.record, caller, hasRule);
      });
    },
  );
}

const changed = (): HttpError =>
  new HttpError(400, [{ Code: 'CHANGED', Message: 'The outcome of an item has become known since it was read.' }]);

const mayRead = (caller: Caller, { operation, merchant }: OutgoingRecord): boolean =>
  may(caller, `${operations[operation].resource}:read`, merchant);

/** @throws HttpError 404 if there is none, or the caller may not read its records. */
async function seenCall(
  query: Query,
  { numbers }: SharedWorld,
  merchant: string,
  call: string | undefined,
  caller: Caller,
): Promise<OutgoingRecord> {
  const isNumber = z.uuid().safeParse(call).success;
  const record = isNumber ? await outgoingCall(query, numbers, merchant, call ?? '') : undefined;
  if (!record || !mayRead(caller, record)) throw notFound();
  return record;
}

/** Where payouts need a second person, so does the decision about the outcome of one. */
const needsSecond = async (query: Query, merchant: string): Promise<boolean> =>
  (await query('select 1 as found from approval_rule where merchant = $1 and above is not null', [merchant])).length >
  0;

function reasonAgainst(record: OutgoingRecord, caller: Caller, hasRule: boolean): HttpError | undefined {
  const operation: Operation = operations[record.operation];
  const permission = permissionOf(operation);
  if (caller.isProgram || !may(caller, permission, record.merchant))
    return new HttpError(
      401,
      [{ Code: 'NOT_PERMITTED', Message: `A person with the permission ${permission} decides.` }],
      { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    );
  if (hasRule && operation.resource === 'payouts' && record.author.actor.Id === caller.subject)
    return new HttpError(400, [{ Code: 'OWN_WORK', Message: 'You sent it yourself, so another person decides.' }]);
  return undefined;
}

/** A message's recipient is no field of the interface's records, and as personal as an account number. */
const covered = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      (isSensitive(name) || name === 'to') && value != null ? `•••• ${String(value as string).slice(-4)}` : value,
    ]),
  );

function shownWith(timeZone: string) {
  const at = wallTimesOf(timeZone);
  return (record: OutgoingRecord, caller: Caller, hasRule: boolean, findings?: readonly Finding[]): OutgoingCall => {
    const { sent } = record.items ?? { sent: [] };
    const open = record.outcomes.flatMap((it, index) => {
      const item = sent[index];
      if (!isUnsettledItem(it) || !item) return [];
      const { found, note = it.note } = findings?.[index] ?? {};
      const names = Object.keys(item.fields).filter((name) => fieldOf(name) !== undefined);
      const Found = found
        ? covered(Object.fromEntries(names.flatMap((name) => (name in found ? [[name, found[name]]] : []))))
        : null;
      return [
        {
          Item: item.place + 1,
          State: it.state === 'unclear' ? ('unclear' as const) : ('unknown' as const),
          Note: note ?? null,
          Sent: covered(item.fields),
          Found,
        },
      ];
    });
    const against = reasonAgainst(record, caller, hasRule);
    const isUnclear = open.some(({ State }) => State === 'unclear');
    return {
      Call: record.call,
      Operation: record.operation,
      Product: record.product,
      AskedBy: record.author.actor.Name,
      AskedAt: at(record.keptAt),
      SentAt: record.sentAt === undefined ? null : at(record.sentAt),
      ReadAt: record.readAt === undefined ? null : at(record.readAt),
      Count: record.outcomes.length,
      Items: open.slice(0, mostItems),
      MoreItems: Math.max(0, open.length - mostItems),
      MayDecide: !against && isUnclear,
      WhyNot: against?.faults[0]?.Message ?? (isUnclear ? null : 'It is still being read back.'),
    };
  };
}
