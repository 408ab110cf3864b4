import { useTenant } from '#console/api/tenant.ts';
import { useSettingsPages } from '#console/domain/settings-pages.ts';
import { Tabs } from '#kit/ui/tabs.tsx';

export function SettingsTabs() {
  const { href } = useTenant();
  const items = useSettingsPages();
  if (items.length === 1) return null;
  return <Tabs label="Settings" items={items.map(({ label, path }) => ({ label, to: href(path) }))} />;
}
