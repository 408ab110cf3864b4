import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DateText, DateTimeText } from '../../rules/calendar.ts';
import { callClock, noteClock, readClock } from '../test-clock.ts';
import { faultsOf } from '../wire.ts';

/** How many debits or payouts, and their sum in rand. */
export interface Moved {
  Count: number;
  Amount: number;
}

/** What happened between the clock's old time and its new one; another service may leave an outcome out. */
export interface Happened {
  Now: DateTimeText;
  Collected?: Moved;
  Unpaid?: Moved;
  PaidOut?: Moved;
  NotPaidOut?: Moved;
}

/** Why the clock was not moved; `isUnknown` when it may have been. */
class ClockError extends Error {
  readonly isUnknown: boolean;
  constructor(message: string, isUnknown: boolean) {
    super(message);
    this.isUnknown = isUnknown;
  }
}

async function moveClock(merchant: string, to: DateText): Promise<Happened> {
  let response: Response;
  try {
    response = await callClock(merchant, { Today: to });
  } catch {
    throw new ClockError('No answer came.', true);
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok)
    throw new ClockError(faultsOf(body)[0]?.Message ?? 'The service did not move the clock.', response.status >= 500);
  const { Now } = (body ?? {}) as Partial<Happened>;
  if (typeof Now !== 'string') throw new ClockError('The answer cannot be read.', true);
  noteClock(merchant, Now);
  return body as Happened;
}

/**
 * Moves the clock forward to a day, and has everything happen that is due by then. After a lost answer the clock is read,
 * so that nobody moves it twice without knowing.
 */
export function useMoveClock(merchant: string) {
  const client = useQueryClient();
  return useMutation<Happened, ClockError, DateText>({
    mutationFn: (to) => moveClock(merchant, to),
    onError: async (error) => {
      if (error.isUnknown) await readClock(merchant).catch(() => undefined);
    },
    // Nothing on screen is as it was, whatever the answer.
    onSettled: () => void client.invalidateQueries(),
  });
}
