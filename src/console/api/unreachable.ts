import { isPassingStatus } from '#answers/passing-status.ts';

/** Neither an answer nor a refusal: the service, the sign-in or the network is away, and may be back in a moment. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** @throws Unreachable */
export async function reach(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init).catch((cause: unknown) => {
    throw new Unreachable('no answer', { cause });
  });
  if (isPassingStatus(response.status)) throw new Unreachable(`status ${response.status}`);
  return response;
}

/** Whether the console's own server answers. */
export const isServed = (): Promise<boolean> =>
  reach('/config.json', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * An error of the sign-in library or of `fetch`: `Unreachable` if it passes by itself, otherwise the error, such as a refusal.
 * The library has the status of an answer in its text alone, and browsers name a lost network differently.
 */
export function unreachableOr(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof Unreachable) return error;
  const { name, message } = error;
  const passes =
    name === 'ErrorResponse'
      ? 'error' in error && /^(?:server_error|temporarily_unavailable)$/.test(String(error.error))
      : /^(?:ErrorTimeout|TimeoutError)$/.test(name) ||
        /\((?:429|50[234])\)|Invalid response Content-Type/.test(message) ||
        (error instanceof TypeError && /fetch|network|load failed/i.test(message));
  return passes ? new Unreachable(message, { cause: error }) : error;
}
