import { hasAudit } from '#console/api/audit.ts';
import { useConfig } from '#console/api/config.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useAdministered } from '#console/api/settings.ts';
import { links } from './links.ts';

/** The pages of the settings that this person may open; what another service or another sign-in manages is left out. */
export function useSettingsPages(): { label: string; path: string }[] {
  const { people, settings } = useConfig();
  const { mayView } = useAdministered();
  const permissions = usePermissions();
  const isOwn = people === 'offered';
  return [
    { label: 'This browser', path: links.settings() },
    ...(isOwn ? [{ label: 'Profile', path: links.profile() }] : []),
    ...(isOwn && mayView
      ? [
          { label: 'People', path: links.people() },
          { label: 'Programs', path: links.programs() },
        ]
      : []),
    ...(settings === 'offered' && mayView
      ? [
          { label: 'Merchants', path: links.merchants() },
          { label: 'Organisations', path: links.organisations() },
        ]
      : []),
    ...(hasAudit() && permissions?.includes('audit') ? [{ label: 'Audit', path: links.audit() }] : []),
  ];
}
