import { messages } from '#contract/messages.ts';
import { permissionOf } from '#contract/operation.ts';
import { may } from '#contract/permissions.ts';
import type { Guard } from '#service/auth/guard.ts';
import type { Settings } from '#service/config/settings.ts';
import { forbidden, notPermitted } from './errors.ts';
import type { CredentialsOf } from './relay.ts';

const permission = permissionOf(messages.templateSend);

/**
 * Provides the credentials for template messages to people whose token this server has verified: the other service gets the
 * credentials instead of the token, so it cannot check it. The person needs the permission to send, and one of this console's
 * merchants: the issuer may know people of other organisations, and messages are sent in this one's name.
 *
 * A caller without a bearer token gets none; one with Basic credentials uses those.
 */
export function messageCredentials(
  settings: Settings,
  guard: Guard,
  merchants: readonly { number: string }[],
): CredentialsOf | undefined {
  if (!settings.messageCredentials) return undefined;
  const basic = `Basic ${Buffer.from(settings.messageCredentials).toString('base64')}`;
  return async (authorization) => {
    if (!/^bearer\b/i.test(authorization ?? '')) return undefined;
    const caller = await guard(authorization);
    if (!caller.merchants.has('*') && !merchants.some(({ number }) => caller.merchants.has(number)))
      throw forbidden('This sign-in has no merchant of this console.');
    if (!merchants.some(({ number }) => may(caller, permission, number))) throw notPermitted(permission);
    return basic;
  };
}
