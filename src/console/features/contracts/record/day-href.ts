import { useSearchParams } from 'react-router-dom';
import type { DateText } from '#rules/calendar.ts';

export function useDayHref(): (date: DateText) => string {
  const [query] = useSearchParams();
  return (date) => {
    const next = new URLSearchParams(query);
    next.set('day', date);
    return `?${next}`;
  };
}
