import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { put, useAddress } from '#kit/address/address.ts';
import { createStore, useStore } from '#kit/base/store.ts';
import { host } from '#kit/host.ts';
import type { DateText } from '#rules/calendar.ts';
import {
  isPreset,
  offeredPresets,
  ownOf,
  rangeOf,
  withTimes,
  type Direction,
  type Preset,
  type Range,
} from './ranges.ts';

const noRange = { range: '', from: '', to: '', 'from-time': '', 'to-time': '' };

type Given = Readonly<Record<string, string | undefined>>;

/** The period that was chosen last, and on which page. Until the window is closed, other pages begin with it. */
const chosen = createStore<{ given: Given; page: string } | null>(null);

/** A page of the future has no use for days of the past, nor the other way round. */
function suits({ range, from = '', to = '' }: Given, direction: Direction, today: DateText): boolean {
  if (isPreset(range)) return offeredPresets(direction).includes(range);
  return direction === 'around' || (direction === 'back' ? from <= today : to >= today);
}

/** Without the merchant and product, which don't change what a period means. */
const pageOf = (pathname: string) => pathname.split('/').slice(4).join('/');

interface Period {
  range: Range;
  /** Returns to the page's own period, if another page's is shown. */
  reset?: { to: Preset; act(): void };
}

/**
 * The period in the address; on arrival without one, the period chosen on another page, or the page's own.
 * @param own by default the first of the direction
 */
export function usePeriod(direction: Direction, own: Preset = ownOf(direction)): Period {
  const [query, change] = useAddress();
  const page = pageOf(useLocation().pathname);
  const today = host.useToday();
  const last = useStore(chosen);
  const carried = last && suits(last.given, direction, today) ? last.given : undefined;
  const isBare = !['range', 'from', 'to'].some((param) => query.has(param));
  const given = carried ?? (own === ownOf(direction) ? undefined : { range: own });
  // So that a link, a view and Back have it.
  const taken = isBare && given ? new URLSearchParams(put(new URLSearchParams(), given)).toString() : '';
  useEffect(() => {
    if (!taken) return;
    change((now) => put(now, Object.fromEntries(new URLSearchParams(taken))), { replace: true });
  }, [taken, change]);
  const isOther =
    carried &&
    last?.page !== page &&
    carried['range'] !== own &&
    ['range', 'from', 'to'].every((name) => (query.get(name) ?? '') === (carried[name] ?? ''));
  return {
    range: rangeOf(taken ? new URLSearchParams(taken) : query, today, direction),
    reset: isOther
      ? {
          to: own,
          act: () => {
            chosen.set(null);
            change((now) => put(now, noRange));
          },
        }
      : undefined,
  };
}

export function useDateRange(
  direction: Direction,
  { hasTimes = false, own }: { hasTimes?: boolean; own?: Preset } = {},
): Omit<Period, 'range'> & { range: Range; choose(given: Given): void } {
  const [query, change] = useAddress();
  const page = pageOf(useLocation().pathname);
  const { range, reset } = usePeriod(direction, own);
  return {
    range: hasTimes ? withTimes(range, query) : range,
    reset,
    choose(given) {
      chosen.set({ given: { range: given['range'], from: given['from'], to: given['to'] }, page });
      change((now) => put(now, { ...noRange, ...given }));
    },
  };
}
