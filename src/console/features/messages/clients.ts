import { useQueries } from '@tanstack/react-query';
import { call } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { LooseOutput } from '#contract/operations.ts';
import type { Recipient } from './draft.ts';

type Record = LooseOutput<'clientList'>;

/** Each client is a call. */
export const maxClients = 100;

/** Separated by commas, spaces or lines; without duplicates. */
export const typedNumbers = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

// Fields that a draft may store; never account or ID numbers.
const namedFields = ['ClientName', 'ClientNumber', 'EMail', 'CellphoneNumber'] as const;

export const recipientOf = (client: Record, contract: string | undefined): Recipient => ({
  id: crypto.randomUUID(),
  to: client.CellphoneNumber ?? '',
  client: client.ClientNumber ?? undefined,
  contract,
  fields: Object.fromEntries([
    ...namedFields.flatMap((fieldName) => (client[fieldName] ? [[fieldName, client[fieldName]] as const] : [])),
    ...(contract ? [['ContractNumber', contract] as const] : []),
  ]),
});

interface LookedUp {
  isLoading: boolean;
  recipients: Recipient[];
  missing: string[];
  failed: string[];
}

const isAbsent = (read: { data?: { records: unknown[] }; error: Error | null } | undefined): boolean =>
  read?.data?.records.length === 0 || (read?.error instanceof CallError && read.error.kind === 'notFound');

/** `contract` is what the message is about. */
export function useClientRecipients(numbers: readonly string[], contract: string | undefined): LookedUp {
  const { merchant, product } = useTenant();
  return useQueries({
    queries: numbers.map((ClientNumber) => ({
      queryKey: ['clientList', merchant, product, { ClientNumber }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call('clientList', { merchant, product }, { ClientNumber }, { signal }),
    })),
    combine: (reads) => ({
      isLoading: reads.some((it) => it.isLoading),
      recipients: reads.flatMap((it) => (it.data?.records[0] ? [recipientOf(it.data.records[0], contract)] : [])),
      missing: numbers.filter((_, index) => isAbsent(reads[index])),
      failed: numbers.filter((_, index) => reads[index]?.error && !isAbsent(reads[index])),
    }),
  });
}
