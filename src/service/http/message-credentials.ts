import { messages } from '#contract/messages.ts';
import { permissionOf } from '#contract/operation.ts';
import type { Guard } from '#service/auth/guard.ts';
import type { Settings } from '#service/config/settings.ts';
import { HttpError } from './errors.ts';
import type { LendCredentials } from './relay.ts';

const permission = permissionOf(messages.templateSend);

const notPermitted = (Message: string): HttpError =>
  new HttpError(401, [{ Code: 'NOT_PERMITTED', Message }], { 'www-authenticate': 'Bearer error="insufficient_scope"' });

/**
 * Lends the credentials for template messages to people whose token this server has checked itself: the other service is
 * given the credentials instead of the token, so nobody else would. They need the permission to send, and one of this
 * console's merchants: the issuer may know other organisations' people, and messages go out in the name of this one.
 *
 * A caller without a bearer token is lent nothing; one with credentials of their own goes on with those.
 */
export function messageCredentials(
  settings: Settings,
  guard: Guard,
  merchants: readonly { number: string }[],
): LendCredentials | undefined {
  if (!settings.messageCredentials) return undefined;
  const basic = `Basic ${Buffer.from(settings.messageCredentials).toString('base64')}`;
  return async (authorization) => {
    if (!/^bearer\b/i.test(authorization ?? '')) return undefined;
    const caller = await guard(authorization);
    if (!caller.merchants.has('*') && !merchants.some(({ number }) => caller.merchants.has(number)))
      throw notPermitted('This sign-in has no merchant of this console.');
    if (!caller.permissions.has(permission)) throw notPermitted(`This sign-in lacks the permission ${permission}.`);
    return basic;
  };
}
