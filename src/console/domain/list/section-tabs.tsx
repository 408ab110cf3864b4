import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { sections, type SectionName } from '#console/domain/sections.ts';
import { Tabs } from '#kit/ui/tabs.tsx';

export function SectionTabs({ of }: { of: SectionName }) {
  const { href } = useTenant();
  const { label, tabs } = sections[of];
  return <Tabs label={label} items={tabs.map((it) => ({ label: it.label, to: href(it.path) }))} />;
}

/** Breadcrumb to a tab of the contracts. */
export function useContractsTrail(tab: 'mandates' | 'initiates') {
  const { href } = useTenant();
  const { label, tabs } = sections.contracts;
  const to = href(links[tab]());
  return [
    { label, to: href(links.contracts()) },
    ...tabs.filter((it) => href(it.path) === to).map((it) => ({ label: it.label, to })),
  ];
}
