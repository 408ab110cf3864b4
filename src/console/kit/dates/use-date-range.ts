import { put, useAddress } from '#console/kit/address/address.ts';
import { useToday } from '#console/session/today.ts';
import { rangeOf, withTimes, type Direction, type Range } from './ranges.ts';

const noRange = { range: '', from: '', to: '', 'from-time': '', 'to-time': '' };

export function useDateRange(
  direction: Direction,
  hasTimes = false,
): [Range, (given: Record<string, string | undefined>) => void] {
  const [query, change] = useAddress();
  const days = rangeOf(query, useToday(), direction);
  return [hasTimes ? withTimes(days, query) : days, (given) => change((now) => put(now, { ...noRange, ...given }))];
}
