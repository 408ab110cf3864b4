import { useRead, useReadOfRecord } from '#console/api/client.ts';
import { areContractsListed } from '#console/api/config.ts';
import type { CallError } from '#console/api/errors.ts';
import { useForbidden } from '#console/api/permission.ts';
import type { Input, LooseOutput } from '#contract/operations.ts';
import { identifyingReadings, readingsOf } from './search-terms.ts';

type Findable = 'mandateList' | 'contractList' | 'instalmentList' | 'payoutContractList' | 'payoutPaymentList';

export interface Found<N extends Findable> {
  records: LooseOutput<N>[];
  isLoading: boolean;
  /** Only when no reading was answered: that one reading names nothing, or is refused as no identification, is no fault. */
  error: CallError | null;
  retry(): void;
}

/** The interface applies the identification rule to these retrieves; the others take any of the fields (Endpoints). */
const isIdentified = (name: Findable) => name === 'contractList' || name === 'payoutContractList';

/** Every findable record carries the identification; instalments and payments their own sequence besides. */
const keyOf = (record: Partial<LooseOutput<'instalmentList'> & LooseOutput<'payoutPaymentList'>>) =>
  JSON.stringify([
    record.ContractSequence ?? [record.ClientNumber, record.ContractNumber],
    record.InstalmentSequence ?? record.PaymentSequence ?? null,
  ]);

/**
 * Retrieves what a find box's text may mean, each reading one call, answers put together without doubles. An empty text
 * asks nothing.
 */
export function useFound<N extends Findable>(name: N, text: string, filter: Partial<Input<N>> = {}): Found<N> {
  const readings = isIdentified(name) ? identifyingReadings(text) : readingsOf(text);
  // All of these operations take the identification fields, which a reading consists of.
  const input = (index: number) => (readings[index] ? ({ ...readings[index], ...filter } as Input<N>) : null);
  // Hooks must not be called in a loop of changing length: `mostReadings` of them, asked or not.
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
  /** The interface means most retrieves for one record: a service may refuse to list (Endpoints). */
  isUnlisted: boolean;
}

// One and the same, or who remembers what follows from it would start again each time.
const none: never[] = [];

/** Whether a list is worth a call: the service has the extension that it takes, and the person may read it. */
export function useIsListed(name: Findable): boolean {
  const isForbidden = useForbidden(name) !== undefined;
  return !isIdentified(name) || (areContractsListed() && !isForbidden);
}

/** What a client has of these, where the service lists them by the client number alone. */
export function useListOfClient<N extends 'contractList' | 'payoutContractList'>(name: N, ClientNumber: string) {
  const isRefused = !useIsListed(name);
  const read = useReadOfRecord(name, isRefused ? null : ({ ClientNumber } as Input<N>), { isAll: true });
  return { ...read, isUnlisted: isRefused || read.error?.kind === 'refused' };
}

/** What a find box's text finds; without a text, all there are, or with `null` as filter nothing. */
export function useListed<N extends Findable>(name: N, text: string, filter: Partial<Input<N>> | null = {}): Listed<N> {
  const found = useFound(name, text, filter ?? {});
  const isAll = isIdentified(name);
  const isRefused = !useIsListed(name);
  // The retrieves that are listed ask for no field.
  const input = text || isRefused ? null : (filter as Input<N> | null);
  const list = useRead(name, input, { isAll });
  if (text) return { ...found, isUnlisted: false };
  return {
    // What was answered before is not shown next to the answer that nothing was found.
    records: list.error?.kind === 'notFound' ? none : (list.data?.records ?? none),
    isLoading: list.isLoading,
    error: list.error,
    retry: () => {
      if (input !== null) void list.refetch();
    },
    isUnlisted: isRefused || list.error?.kind === 'refused',
  };
}
