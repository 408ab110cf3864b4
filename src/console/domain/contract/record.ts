import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { mergedFields } from '#answers/read-back/reader.ts';
import { useRead } from '#console/api/client.ts';
import type { CallError } from '#console/api/errors.ts';
import { contractIdOf, idOfSegment, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import type { LooseOutput } from '#contract/operations.ts';

/** One contract from both retrieves. A field that neither returned is absent, an empty one null. */
export type ContractRecord = LooseOutput<'contractList'> & LooseOutput<'mandateList'>;

interface ContractState {
  /** By sequence, if the address or an answer has one. */
  id: ContractId | undefined;
  record: ContractRecord | undefined;
  /** Whether the contract belongs to a mandate, so that mandate calls apply; undefined if that could not be read. */
  isMandate: boolean | undefined;
  isLoading: boolean;
  /** Also set if only part of the record could be read. */
  error: CallError | null;
  retry(): void;
}

/** The contract of the address, parsed and as text. */
export function useContractId(): { text: string; named: ContractId | undefined } {
  const text = useParams().contract ?? '';
  return { text, named: useMemo(() => idOfSegment(text), [text]) };
}

const real = (error: CallError | null) => (error && error.kind !== 'notFound' ? error : null);

/**
 * Two calls, because each retrieve returns a subset. A contract need not have a mandate, so one "not found" is fine.
 */
export function useContract(named: ContractId | undefined): ContractState {
  const input = named ?? null;
  const mandate = useRead('mandateList', input);
  const contract = useRead('contractList', input);
  const reads = [mandate, contract];
  const [ofMandate, ofContract] = [mandate.data?.records[0], contract.data?.records[0]];
  // Not `isLoading`: a failed read, such as of a missing mandate, loads again after each write, and the page with its
  // open dialog must stay.
  const isLoading = input !== null && reads.some((read) => !read.isFetched);
  const isThere = Boolean(ofMandate ?? ofContract);
  // Memoised on the query results, so consumers don't re-render.
  const record = useMemo(
    () => ((ofContract ?? ofMandate) && !isLoading ? mergedFields(ofContract, ofMandate) : undefined),
    [ofContract, ofMandate, isLoading],
  );
  const found = (record && contractIdOf(record)) ?? named;
  const isBySequence = named && 'ContractSequence' in named && Number.isSafeInteger(named.ContractSequence);
  const segment = found && segmentOf(isBySequence ? named : found);
  return {
    // Memoised per contract, for the same reason.
    id: useMemo(() => (segment === undefined ? undefined : idOfSegment(segment)), [segment]),
    record,
    isMandate: real(mandate.error) && !ofMandate ? undefined : Boolean(ofMandate),
    isLoading,
    error: real(mandate.error) ?? real(contract.error) ?? (isThere ? null : (mandate.error ?? contract.error)),
    retry: () => reads.forEach((read) => void read.refetch()),
  };
}
