import { areContractsListed } from '#console/api/access.ts';
import { useRead, useReadOfRecord } from '#console/api/client.ts';
import type { CallError } from '#console/api/errors.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { Input, LooseOutput } from '#contract/operations.ts';
import { identifyingReadings, readingsOf } from './search-terms.ts';

type Findable = 'mandateList' | 'contractList' | 'instalmentList' | 'payoutContractList' | 'payoutPaymentList';

interface Found<N extends Findable> {
  records: LooseOutput<N>[];
  isLoading: boolean;
  /** Set only if every interpretation failed: a single one that finds nothing or is refused is no error. */
  error: CallError | null;
  retry(): void;
}

/** These retrieves need an identification; the others take any field (docs/interface.md, Identification). */
const isIdentified = (name: Findable) => name === 'contractList' || name === 'payoutContractList';

/** All these records have the identification; instalments and payments also their sequence. */
const keyOf = (record: Partial<LooseOutput<'instalmentList'> & LooseOutput<'payoutPaymentList'>>) =>
  JSON.stringify([
    record.ContractSequence ?? [record.ClientNumber, record.ContractNumber],
    record.InstalmentSequence ?? record.PaymentSequence ?? null,
  ]);

/**
 * Runs one retrieve per interpretation of the search text and merges the results without duplicates. An empty text runs
 * none.
 */
export function useFound<N extends Findable>(name: N, text: string, filter: Partial<Input<N>> = {}): Found<N> {
  const readings = isIdentified(name) ? identifyingReadings(text) : readingsOf(text);
  // All of these operations take the identification fields.
  const input = (index: number) => (readings[index] ? ({ ...readings[index], ...filter } as Input<N>) : null);
  // The number of hooks must be constant: always `maxReadings`, unused ones disabled.
  const reads = [useRead(name, input(0)), useRead(name, input(1)), useRead(name, input(2))];
  const wanted = reads.slice(0, readings.length);
  const failed = wanted.filter((read) => read.error && read.error.kind !== 'notFound');
  const isAnswered = wanted.some((read) => !read.error || read.error.kind === 'notFound');
  const worst = failed.find((read) => read.error?.kind !== 'refused') ?? (isAnswered ? undefined : failed[0]);

  const seen = new Map<string, LooseOutput<N>>();
  for (const read of wanted) for (const record of read.data?.records ?? []) seen.set(keyOf(record), record);
  return {
    records: [...seen.values()],
    isLoading: wanted.some((read) => read.isLoading),
    error: worst?.error ?? null,
    retry: () => failed.forEach((read) => void read.refetch()),
  };
}

interface Listed<N extends Findable> extends Found<N> {
  /** A service may refuse to list: most retrieves are meant for one record. */
  isUnlisted: boolean;
}

// Stable, for memoised consumers.
const none: never[] = [];

/** Whether listing is worth a call: the service offers it and the person may read. */
export function useIsListed(name: Findable): boolean {
  const isForbidden = useForbidden(name) !== undefined;
  const { merchant } = useTenant();
  return !isIdentified(name) || (areContractsListed(merchant) && !isForbidden);
}

/** A client's contracts, where the service lists them by client number alone. */
export function useListOfClient<N extends 'contractList' | 'payoutContractList'>(name: N, ClientNumber: string) {
  const isRefused = !useIsListed(name);
  const read = useReadOfRecord(name, isRefused ? null : ({ ClientNumber } as Input<N>), { isAll: true });
  return { ...read, isUnlisted: isRefused || read.error?.kind === 'refused' };
}

/** The records that match the text; without a text all records, or with `null` as filter none. */
export function useListed<N extends Findable>(name: N, text: string, filter: Partial<Input<N>> | null = {}): Listed<N> {
  const found = useFound(name, text, filter ?? {});
  const isAll = isIdentified(name);
  const isRefused = !useIsListed(name);
  // Listing takes no fields.
  const input = text || isRefused ? null : (filter as Input<N> | null);
  const list = useRead(name, input, { isAll });
  if (text) return { ...found, isUnlisted: false };
  return {
    // A 404 replaces earlier records.
    records: list.error?.kind === 'notFound' ? none : (list.data?.records ?? none),
    isLoading: list.isLoading,
    error: list.error,
    retry: () => {
      if (input !== null) void list.refetch();
    },
    isUnlisted: isRefused || list.error?.kind === 'refused',
  };
}
