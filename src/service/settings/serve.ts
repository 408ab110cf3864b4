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
import type { Guard } from '#service/auth/guard.ts';
import type { Caller } from '#service/auth/permissions.ts';
import { mustHaveSecondFactor } from '#service/auth/step-up.ts';
import { namesIn } from '#service/http/entry.ts';
import { notPermitted } from '#service/http/errors.ts';
import { parsed } from '#service/http/parsed.ts';
import { changeSettings, type Changed, type Query, type Record as RecordChange } from './change.ts';
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

/** A view reads; a change runs in the one transaction of `changeSettings`. */
export type Handler<N extends SettingsName> =
  | { view: (request: Request<N>) => Promise<SettingsAnswer<N>> }
  | { change: (request: Request<N>, query: Query) => Promise<Changed<SettingsAnswer<N>>> };

export type Handlers = { [N in SettingsName]?: Handler<N> };

export interface Serving {
  pool: pg.Pool;
  guard: Guard;
  origin: string;
  timeZone: string;
  record: RecordChange;
}

const bodyBytes = 256 * 1024;

/** Serves the calls that have a handler; the others do not exist here. */
export function serveSettings(app: FastifyInstance, serving: Serving, handlers: Handlers): void {
  for (const [name, call] of Object.entries(settingsCalls) as [SettingsName, SettingsCall][]) {
    // Which of the handlers it is follows from the name.
    const handler = handlers[name] as Handler<never> | undefined;
    if (!handler) continue;
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyBytes,
      onRequest: async (request) => {
        request.operationName = name;
        request.caller = await permitted(call, serving.guard, request.headers.authorization);
      },
      handler: async (request, reply) => {
        const { caller } = request;
        if (!caller) throw new Error('a route without its onRequest hook');
        const { pool, origin, timeZone, record } = serving;
        const given = {
          caller,
          path: namesIn(request),
          body: (call.body && parsed(call.body, request.body)) as never,
          address: request.ip,
          pool,
          origin,
          timeZone,
        };
        reply.type('application/json; charset=utf-8');
        if ('view' in handler) return reply.send(await handler.view(given));
        if (call.access === 'administer') mustHaveSecondFactor(caller);
        return reply.send(
          await changeSettings(pool, caller, record, (query) =>
            orRequest(query, name, given, () => handler.change(given, query)),
          ),
        );
      },
    });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** @throws HttpError 401 without a valid token, or without the permission for any merchant. */
async function permitted({ access }: SettingsCall, guard: Guard, authorization: string | undefined): Promise<Caller> {
  const caller = await guard(authorization);
  const needed = { own: [], administer: ['administer'], view: ['administer', 'audit'] }[access];
  if (needed.length > 0 && !needed.some((permission) => merchantsWith(caller, permission).length > 0))
    throw notPermitted(needed.join(' or '));
  return caller;
}
