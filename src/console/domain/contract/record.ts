import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useRead } from '#console/api/client.ts';
import type { CallError } from '#console/api/errors.ts';
import { contractIdOf, idOfSegment, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import type { LooseOutput } from '#contract/operations.ts';

/** What the two retrieves tell of one contract. A field that neither returned is absent; one returned empty is null. */
export type ContractRecord = LooseOutput<'contractList'> & LooseOutput<'mandateList'>;

interface ContractState {
  /** What its calls name it by: its sequence, if either the address or an answer has one. */
  id: ContractId | undefined;
  record: ContractRecord | undefined;
  /** The contract belongs to a mandate, so that the mandate calls apply to it; undefined where that could not be read. */
  isMandate: boolean | undefined;
  isLoading: boolean;
  /** Also beside a record, of which a part is missing then. */
  error: CallError | null;
  retry(): void;
}

/** Fields that were returned, those of `over` first; a field that only one of both returned keeps its value. */
export function merged<A extends object, B extends object>(under: A | undefined, over: B | undefined): A & B {
  const returned = Object.entries(over ?? {}).filter(([, value]) => value !== undefined);
  return { ...under, ...Object.fromEntries(returned) } as A & B;
}

/** The contract of the address, and how the address writes it. */
export function useContractId(): { text: string; named: ContractId | undefined } {
  const text = useParams().contract ?? '';
  return { text, named: useMemo(() => idOfSegment(text), [text]) };
}

const real = (error: CallError | null) => (error && error.kind !== 'notFound' ? error : null);

/**
 * A contract by what names it. Two calls, since each retrieve returns a subset (interface, Mandate); a contract need not
 * have a mandate, so that "not found" from one of them is an answer.
 */
export function useContract(named: ContractId | undefined): ContractState {
  const input = named ?? null;
  const mandate = useRead('mandateList', input);
  const contract = useRead('contractList', input);
  const reads = [mandate, contract];
  const [ofMandate, ofContract] = [mandate.data?.records[0], contract.data?.records[0]];
  // Not `isLoading`: a read that had failed, such as of a mandate that is not there, is loading again after each write, and
  // the page with its open dialog must not go away for that.
  const isLoading = input !== null && reads.some((read) => !read.isFetched);
  const isThere = Boolean(ofMandate ?? ofContract);
  // One object as long as the answers are the same, so that what is drawn of it need not be drawn again.
  const record = useMemo(
    () => ((ofContract ?? ofMandate) && !isLoading ? merged(ofContract, ofMandate) : undefined),
    [ofContract, ofMandate, isLoading],
  );
  const found = (record && contractIdOf(record)) ?? named;
  const isBySequence = named && 'ContractSequence' in named && Number.isSafeInteger(named.ContractSequence);
  const segment = found && segmentOf(isBySequence ? named : found);
  return {
    // One object for one contract: what is made of its records is not made again at each draw.
    id: useMemo(() => (segment === undefined ? undefined : idOfSegment(segment)), [segment]),
    record,
    isMandate: real(mandate.error) && !ofMandate ? undefined : Boolean(ofMandate),
    isLoading,
    error: real(mandate.error) ?? real(contract.error) ?? (isThere ? null : (mandate.error ?? contract.error)),
    retry: () => reads.forEach((read) => void read.refetch()),
  };
}
