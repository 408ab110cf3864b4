import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input, LooseOutput } from '../../contract/operations.ts';
import { call, type ReadName, type Records, type Sent } from '../api.ts';
import { CallError } from '../errors.ts';
import { usePlace, type Place } from '../place.ts';

type State = 'unasked' | 'asking' | 'absent' | 'there' | 'failed';

/** Records of a retrieve, asked anew whatever is remembered; "not found" is none of them. @throws CallError */
export async function readAnew<N extends ReadName>(name: N, place: Place, input: Input<N>): Promise<LooseOutput<N>[]> {
  try {
    // A retrieve is given its query words; the conditional types of `call` cannot be followed for an open N.
    return ((await call(name, place, input as Sent<N>)) as Records<N>).records;
  } catch (error) {
    if (error instanceof CallError && error.kind === 'notFound') return [];
    throw error;
  }
}

/** What `ReadBack` shows and asks: `isThere` finds out whether the write whose answer was lost has been stored. */
export function useReadBack(isThere: (place: Place) => Promise<boolean>) {
  const { merchant, product } = usePlace();
  const client = useQueryClient();
  const [state, setState] = useState<State>('unasked');
  const ask = async () => {
    setState('asking');
    try {
      const answer = await isThere({ merchant, product });
      setState(answer ? 'there' : 'absent');
      // What was read when the answer got lost may be older than what was stored.
      if (answer) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(merchant) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState('failed');
    }
  };
  return { state, onCheck: () => void ask() };
}
