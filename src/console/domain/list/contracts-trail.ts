import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { sections } from '#console/domain/sections.ts';

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
