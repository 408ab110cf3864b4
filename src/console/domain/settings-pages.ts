import { useConfig } from '#console/api/config.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useAdministered } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from './links.ts';

/** The pages of the settings that this person may open; what another sign-in manages is left out. */
export function useSettingsPages(): { label: string; path: string }[] {
  const { people } = useConfig();
  const { mayView, isAll, merchants } = useAdministered();
  const { merchant } = useTenant();
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
    ...(mayView
      ? [
          { label: 'Merchants', path: links.merchants() },
          { label: 'Organisations', path: links.organisations() },
        ]
      : []),
    // Of the merchant in the address.
    ...(isAll || merchants.some(({ number }) => number === merchant)
      ? [{ label: 'Events', path: links.events() }]
      : []),
    { label: 'API', path: links.api() },
    ...(permissions?.includes('audit') ? [{ label: 'Audit', path: links.audit() }] : []),
  ];
}
