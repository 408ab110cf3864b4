import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { merchantsWith } from '#contract/permissions.ts';
import {
  settingsCalls,
  type SettingsAnswer,
  type SettingsBody,
  type SettingsCall,
  type SettingsName,
} from '#contract/settings.ts';
import { mustHaveSecondFactor } from '#service/auth/step-up.ts';
import { notPermitted } from '#service/base/errors.ts';
import { parsedInput } from '#service/base/parsed.ts';
import type { Caller } from '#service/base/permissions.ts';
import { shortName } from '#service/base/zod-errors.ts';
import type { Query } from '#service/database/query.ts';
import { namesIn } from '#service/http/entry.ts';
import { enteredBy, type Extension } from '#service/http/extension.ts';
import { whenFree } from '#service/http/limits/shares.ts';
import { changeSettings, type ChangeAnswer, type Record as RecordChange } from './change.ts';
import { orRequest } from './second.ts';

/** A running call. */
export interface Request<N extends SettingsName> {
  caller: Caller;
  /** The names in the path. */
  path: Readonly<Record<string, string>>;
  body: SettingsBody<N>;
  /** For password attempts. */
  address: string;
  pool: pg.Pool;
  /** The address of the console. */
  origin: string;
  timeZone: string;
}

/**
 * A view reads. A change runs in the one transaction of `changeSettings`, where no other connection is needed. What takes its
 * time, such as hashing a secret, is prepared before.
 */
export type SettingsHandler<N extends SettingsName> =
  | { view: (request: Request<N>) => Promise<SettingsAnswer<N>> }
  | { change: Change<N> }
  | { prepare: (request: Request<N>) => Promise<Change<N, Unguarded>> };

type Change<N extends SettingsName, Of = unknown> = (
  request: Request<N>,
  query: Query,
) => Promise<ChangeAnswer<SettingsAnswer<N>> & Of>;

/** What was prepared is not kept, so a second administrator could not repeat it. */
interface Unguarded {
  guarded?: never;
  isAlwaysGuarded?: never;
}

export type Handlers = { [N in SettingsName]?: SettingsHandler<N> };

interface Serving extends Extension {
  origin: string;
  timeZone: string;
  record: RecordChange;
}

const bodyBytes = 256 * 1024;

/** Serves the calls that have a handler; the others do not exist here. */
export function serveSettings(app: FastifyInstance, serving: Serving, handlers: Handlers): void {
  for (const [name, call] of Object.entries(settingsCalls) as [SettingsName, SettingsCall][]) {
    // Which of the handlers it is follows from the name.
    const handler = handlers[name] as SettingsHandler<never> | undefined;
    if (!handler) continue;
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyBytes,
      onRequest: async (request, reply) => {
        request.operationName = name;
        const caller = await serving.guard(request.headers.authorization);
        const names = namesIn(request);
        const [target] = Object.values(names);
        request.visit = {
          audit: serving.audit,
          action: name,
          caller,
          isChange: call.method !== 'GET',
          details: { Merchants: [...caller.merchants], ...(target !== undefined && { Target: shortName(target) }) },
        };
        mustHaveAccess(call, caller);
        serving.shares.bodies.hold(shareOf(caller), call.method, request.headers['content-length'], reply.raw);
        request.entered = { action: name, caller, merchant: '', names };
      },
      handler: async (request, reply) => {
        const { caller, names } = enteredBy(request);
        const { pool, origin, timeZone, record, shares } = serving;
        const address = request.ip;
        const given = {
          caller,
          path: names,
          body: (call.body && parsedInput(call.body, request.body)) as never,
          address,
          pool,
          origin,
          timeZone,
        };
        const { raw } = reply.type('application/json; charset=utf-8');
        const share = shareOf(caller);
        if ('view' in handler) return reply.send(await shares.views.within(share, raw, () => handler.view(given)));
        const answer = await shares.changes.within(share, raw, async () => {
          const change = 'prepare' in handler ? await handler.prepare(given) : handler.change;
          const once = () =>
            changeSettings(pool, { caller, address }, record, (query, present) => {
              if (call.access === 'administer') mustHaveSecondFactor(present);
              const now = { ...given, caller: present };
              return orRequest(query, name, now, () => change(now, query));
            });
          return whenFree(raw, () => shares.writes.within(share, raw, once));
        });
        return reply.send(answer);
      },
    });
  }
}

/** A person's share, which is none of a merchant's. */
const shareOf = ({ subject }: Caller): string => `settings of ${subject}`;

/** @throws HttpError 401 without the permission for any merchant */
function mustHaveAccess({ access }: SettingsCall, caller: Caller): void {
  const needed = { own: [], administer: ['administer'], view: ['administer', 'audit'] }[access];
  if (needed.length > 0 && !needed.some((permission) => merchantsWith(caller, permission).length > 0))
    throw notPermitted(needed.join(' or '));
}
