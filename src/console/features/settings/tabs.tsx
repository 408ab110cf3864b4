import { hasAudit } from '#console/api/audit.ts';
import { useConfig } from '#console/api/config.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useAdministered } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Tabs } from '#console/kit/ui/tabs.tsx';

/** Only what this person may open; what another service or another sign-in manages is left out. */
export function SettingsTabs() {
  const { href } = useTenant();
  const { people, settings } = useConfig();
  const { mayView } = useAdministered();
  const permissions = usePermissions();
  const isOwn = people === 'offered';
  const items = [
    { label: 'This browser', path: links.settings() },
    ...(isOwn ? [{ label: 'Profile', path: links.profile() }] : []),
    ...(isOwn && mayView
      ? [
          { label: 'People', path: links.people() },
          { label: 'Programs', path: links.programs() },
        ]
      : []),
    ...(settings === 'offered' && mayView ? [{ label: 'Merchants', path: links.merchants() }] : []),
    ...(hasAudit() && permissions?.includes('audit') ? [{ label: 'Audit', path: links.audit() }] : []),
  ];
  if (items.length === 1) return null;
  return <Tabs label="Settings" items={items.map(({ label, path }) => ({ label, to: href(path) }))} />;
}
