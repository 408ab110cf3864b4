import type { Fault } from '#contract/operation.ts';
import { settingsCalls, type SettingsAnswer, type SettingsBody, type SettingsName } from '#contract/settings.ts';
import { createBrowser } from '#service/auth/test-browser.ts';
import { savePerson } from '#service/auth/users.ts';
import type { TestService } from '#service/testing/app.ts';

export const password = 'quiet karoo windmill';

interface Answered<N extends SettingsName> {
  status: number;
  answer: SettingsAnswer<N>;
  errors: Fault[];
}

/** Calls of the settings over HTTP, without the console. */
export function settingsOf(service: TestService) {
  const call = async <N extends SettingsName>(
    token: string,
    name: N,
    ...[given = {}]: [{ path?: Record<string, string>; body?: SettingsBody<N> }?]
  ): Promise<Answered<N>> => {
    const { method, path: template } = settingsCalls[name];
    const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(given.path?.[key] ?? ''));
    const response = await fetch(service.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(given.body && { 'content-type': 'application/json' }) },
      body: given.body && JSON.stringify(given.body),
    });
    const answer = (await response.json()) as SettingsAnswer<N> & { Errors?: Fault[] };
    return { status: response.status, answer, errors: answer.Errors ?? [] };
  };

  /** Adds a person with these roles and signs in. @returns the access token. */
  const signIn = async (username: string, ...roles: string[]): Promise<string> => {
    const claims = { permissions: [], merchants: [], roles };
    await savePerson(service.database.pool, { username, name: `Name of ${username}`, password, ...claims });
    return tokenOf(username);
  };

  const tokenOf = async (username: string, word = password): Promise<string> =>
    (await createBrowser(service.origin).signInAs(username, word)).body['access_token'] ?? '';

  /** Sends the form of a link. */
  const answerLink = async (
    link: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(link, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, text: await response.text() };
  };

  return { call, signIn, tokenOf, answerLink };
}
