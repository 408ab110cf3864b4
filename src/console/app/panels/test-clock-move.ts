import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { faultsOf } from '#answers/decode.ts';
import { callClock, noteClock, readClock } from '#console/session/test-clock.ts';
import type { DateText, DateTimeText } from '#rules/calendar.ts';

/** In rand. */
export interface Moved {
  Count: number;
  Amount: number;
}

/** Results of a move; services may omit some. */
interface Outcomes {
  Collected?: Moved;
  Unpaid?: Moved;
  PaidOut?: Moved;
  NotPaidOut?: Moved;
}

/** A move that took longer than its call, or is still running. */
export interface LongMove extends Outcomes {
  To: DateTimeText;
  IsFinished: boolean;
  /** Due debits and payouts not processed yet. */
  Left?: number;
}

export interface MoveResult extends Outcomes {
  Now: DateTimeText;
}

interface ClockAnswer extends MoveResult {
  Move?: LongMove;
}

/** `isUnknown` if the clock may have moved. */
class ClockError extends Error {
  readonly isUnknown: boolean;
  constructor(message: string, isUnknown: boolean) {
    super(message);
    this.isUnknown = isUnknown;
  }
}

async function moveClock(merchant: string, to: DateText): Promise<ClockAnswer> {
  let response: Response;
  try {
    response = await callClock(merchant, { Today: to });
  } catch {
    throw new ClockError('No answer came.', true);
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok)
    throw new ClockError(faultsOf(body)[0]?.Message ?? 'The clock was not moved.', response.status >= 500);
  const { Now } = (body ?? {}) as Partial<ClockAnswer>;
  if (typeof Now !== 'string') throw new ClockError('The answer cannot be read.', true);
  noteClock(merchant, Now);
  return body as ClockAnswer;
}

export function moveProgress({ Left = 0, Collected, Unpaid, PaidOut, NotPaidOut }: LongMove): {
  done: number;
  all: number;
} {
  const done = [Collected, Unpaid, PaidOut, NotPaidOut].reduce((sum, it) => sum + (it?.Count ?? 0), 0);
  return { done, all: done + Left };
}

/**
 * After a lost answer it reads the clock, so that it is not moved twice by accident. Every open window follows a long
 * move, also after a reload.
 */
export function useMoveClock(merchant: string) {
  const client = useQueryClient();
  const move = useMutation<ClockAnswer, ClockError, DateText>({
    mutationFn: (to) => moveClock(merchant, to),
    onError: async (error) => {
      if (error.isUnknown) await readClock(merchant).catch(() => undefined);
    },
    // Everything on screen may have changed.
    onSettled: () => void client.invalidateQueries(),
  });
  const watched = useQuery({
    queryKey: ['testClock', merchant],
    queryFn: async () => (await readClock<ClockAnswer>(merchant))?.Move ?? null,
    refetchInterval: ({ state }) => (state.data?.IsFinished === false ? 1000 : false),
    staleTime: 0,
  });
  const underWay = watched.data?.IsFinished === false ? watched.data : undefined;
  const [wasUnderWay, setUnderWay] = useState(false);
  if (underWay && !wasUnderWay) setUnderWay(true);
  const isOver = wasUnderWay && watched.data?.IsFinished === true;
  useEffect(() => {
    if (isOver) void client.invalidateQueries();
  }, [isOver, client]);
  const ofMove = move.data?.Move ? undefined : move.data;
  const ofWatched: MoveResult | undefined =
    isOver && watched.data ? { ...watched.data, Now: watched.data.To } : undefined;
  const isMoving = move.isPending || underWay !== undefined;
  return { move, isMoving, underWay, happened: isMoving ? undefined : (ofMove ?? ofWatched) };
}
