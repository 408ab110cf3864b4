import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { sections, type SectionName } from '#console/domain/sections.ts';
import { Tabs } from '#console/kit/ui/tabs.tsx';

/** The tabs of a section, for the top of each of its lists. */
export function SectionTabs({ of }: { of: SectionName }) {
  const { href } = useTenant();
  const { label, tabs } = sections[of];
  return <Tabs label={label} items={tabs.map((it) => ({ label: it.label, to: href(it.path) }))} />;
}

/** The way to a tab of the contracts, for the pages below it. */
export function useContractsTrail(tab: 'mandates' | 'initiates') {
  const { href } = useTenant();
  const { label, tabs } = sections.contracts;
  const to = href(links[tab]());
  return [
    { label, to: href(links.contracts()) },
    ...tabs.filter((it) => href(it.path) === to).map((it) => ({ label: it.label, to })),
  ];
}
