import { formatCount } from './sums.ts';

interface Tick {
  value: number;
  /** Short, without cents: `R 50k`. */
  label: string;
}

const decimal = (value: number) => String(Math.round(value * 10) / 10).replace('.', ',');

function short(value: number): string {
  if (value < 1000) return formatCount(Math.round(value));
  return value < 1_000_000 ? `${decimal(value / 1000)}k` : `${decimal(value / 1_000_000)}m`;
}

/** At most four lines from 0 to at least `most`, at round values. @param most whole cents, or a count */
export function axisOf(most: number, unit: 'cents' | 'count'): Tick[] {
  const least = unit === 'cents' ? 100 : 1;
  const third = Math.max(least, most / 3);
  const power = 10 ** Math.floor(Math.log10(third));
  const step = ([1, 2, 5, 10].find((it) => it * power >= third) ?? 10) * power;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => {
    const value = at * step;
    return { value, label: value === 0 ? '0' : unit === 'cents' ? `R\u00a0${short(value / 100)}` : short(value) };
  });
}
