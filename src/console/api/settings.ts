import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { grantsOf, merchantsWith } from '#contract/permissions.ts';
import { settingsCalls, type SettingsAnswer, type SettingsBody, type SettingsName } from '#contract/settings.ts';
import { useMerchants } from './access.ts';
import { settingsKey } from './approvals.ts';
import { useSession } from './auth.ts';
import { config } from './config.ts';
import { CallError } from './errors.ts';
import { callAt } from './extension.ts';

/** Calls of the service's own for people, programs and merchants (docs/decisions.md, 53). */

type Path = Readonly<Record<string, string>>;
interface Sent<N extends SettingsName> {
  path?: Path;
  body?: SettingsBody<N>;
}

/** @throws CallError, or the signal's reason when aborted */
function callSettings<N extends SettingsName>(
  name: N,
  { path = {}, body }: Sent<N>,
  signal?: AbortSignal,
): Promise<SettingsAnswer<N>> {
  const { method, path: template } = settingsCalls[name];
  const address = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? ''));
  return callAt(name, { method, address }, { body, signal });
}

/** People, programs and the own profile are another issuer's where that signs in. */
const isOffered = (name: SettingsName): boolean =>
  !/^(?:people|person|program|profile)/.test(name) || config().people === 'offered';

const settingsQuery = <N extends SettingsName>(name: N, path?: Path) =>
  queryOptions<SettingsAnswer<N>, CallError>({
    queryKey: [settingsKey, name, path],
    queryFn: async ({ signal }) => {
      if (!isOffered(name)) throw new CallError('notOffered', { operation: name });
      return callSettings(name, { path }, signal);
    },
    // Others change them, too, and people sign in meanwhile.
    staleTime: 0,
  });

/** @param isPassing whether an answer is about to change by itself: it is then read again every few seconds */
export const useSettings = <N extends SettingsName>(
  name: N,
  path?: Path,
  isPassing?: (answer: SettingsAnswer<N>) => boolean,
) =>
  useQuery({
    ...settingsQuery(name, path),
    refetchInterval: ({ state: { data } }) => data !== undefined && isPassing?.(data) === true && passingMs,
  });

const passingMs = 3000;

/** Reads the settings again, also for the page. An error is the caller's to show, and not the page's as well. @throws CallError */
export function useSettingsNow<N extends SettingsName>(name: N) {
  const client = useQueryClient();
  return async (): Promise<SettingsAnswer<N>> => {
    const answer = await callSettings(name, {});
    client.setQueryData(settingsQuery(name).queryKey, answer);
    return answer;
  };
}

/** Never sent twice by itself; afterwards everything of the settings is read again. */
export function useSettingsChange<N extends SettingsName>(name: N) {
  const client = useQueryClient();
  return useMutation<SettingsAnswer<N>, CallError, Sent<N>>({
    mutationFn: (sent) => callSettings(name, sent),
    onSettled: () => client.invalidateQueries({ queryKey: [settingsKey] }),
  });
}

interface Administered {
  /** Whether the person may view the settings of people, programs and merchants at all. */
  mayView: boolean;
  /** Those of this sign-in that the person administers. */
  merchants: readonly { number: string; name: string }[];
  /** Every merchant, also those to come. */
  isAll: boolean;
}

/** What this person may change in the settings, from the sign-in; the service decides. */
export function useAdministered(): Administered {
  const { claims } = useSession();
  const merchants = useMerchants();
  return useMemo(() => {
    const holder = { grants: grantsOf(claims ?? { permissions: [], merchants: [], roles: [] }) };
    const numbers = merchantsWith(holder, 'administer');
    const isAll = numbers.includes('*');
    return {
      mayView: numbers.length > 0 || merchantsWith(holder, 'audit').length > 0,
      merchants: merchants.filter(({ number }) => isAll || numbers.includes(number)),
      isAll,
    };
  }, [claims, merchants]);
}
