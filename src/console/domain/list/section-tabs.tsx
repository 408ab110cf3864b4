import { useTenant } from '#console/api/tenant.ts';
import { sections, type SectionName } from '#console/domain/sections.ts';
import { Tabs } from '#kit/ui/tabs.tsx';

export function SectionTabs({ of }: { of: SectionName }) {
  const { href } = useTenant();
  const { label, tabs } = sections[of];
  return <Tabs label={label} items={tabs.map((it) => ({ label: it.label, to: href(it.path) }))} />;
}
