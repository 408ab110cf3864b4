import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { sections } from '#console/domain/sections.ts';
import { ChipLinks } from '#kit/ui/chip-links.tsx';
import type { PartName } from './parts.ts';

/** By part. `null` where there is none to read; undefined until it is read. */
type PartCounts = Record<PartName | 'withoutMandate', number | null | undefined>;

/** The parts of the list of contracts; with counts on the pages that read them. */
export function ContractChips({ current, counts }: { current: string; counts?: PartCounts }) {
  const { href } = useTenant();
  const { label, tabs } = sections.contracts;
  const [all, , awaiting, without] = tabs;
  const items = [
    { ...all, count: null },
    { label: 'Unpaid', path: links.contracts({ only: 'unpaid' }), count: counts?.unpaid },
    { label: 'Ending soon', path: links.contracts({ only: 'ending-soon' }), count: counts?.['ending-soon'] },
    { ...awaiting, count: null },
    { ...without, count: counts?.withoutMandate },
  ];
  return (
    <ChipLinks
      label={label}
      current={current}
      items={items.map((it) => ({ label: it.label, to: href(it.path), count: counts ? it.count : null }))}
    />
  );
}
