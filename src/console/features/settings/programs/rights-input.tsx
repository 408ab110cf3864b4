import Stack from '@mui/material/Stack';
import { useConfig } from '#console/api/config.ts';
import { allPermissions } from '#contract/permissions.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { MerchantsInput, Problem } from '../merchants-input.tsx';

export interface ProgramRights {
  Permissions: string[];
  Merchants: string[];
}

const names: Readonly<Record<string, string>> = {
  mandates: 'Mandates',
  contracts: 'Contracts',
  instalments: 'Instalments',
  omni: 'Instalments by collection date',
  payouts: 'Payouts',
  clients: 'Clients',
  initiates: 'Mandates awaiting approval',
  messages: 'Messages',
  sandbox: 'Test clock',
  reports: 'Reports',
  lookups: 'Lookups',
  cases: 'Cases',
};

const toggled = (list: readonly string[], value: string, isOn: boolean) =>
  isOn ? [...list, value] : list.filter((it) => it !== value);

/** What a program may do, and for which of the merchants that the signed-in person administers. */
export function RightsInput(props: {
  rights: ProgramRights;
  errors: { Permissions?: string; Merchants?: string };
  onChange: (rights: ProgramRights) => void;
}) {
  const { rights, errors, onChange } = props;
  const { Permissions, Merchants } = rights;
  const { environment } = useConfig();
  // A live service has no test clock; a right that a program has can still be taken away.
  const hasClock = environment === 'Sandbox' || Permissions.some((it) => it.startsWith('sandbox:'));
  const resources = Object.keys(names).filter((it) => it !== 'sandbox' || hasClock);
  const permission = (name: string, label: string) =>
    allPermissions.includes(name) && (
      <CheckBox
        label={label}
        isOn={Permissions.includes(name)}
        onChange={(isOn) => onChange({ ...rights, Permissions: toggled(Permissions, name, isOn) })}
      />
    );
  return (
    <Stack spacing={2}>
      <div>
        <Muted>What it may do</Muted>
        <TableFrame label="Permissions" maxHeight={260}>
          <tbody>
            {resources.map((resource) => (
              <tr key={resource} aria-label={names[resource]}>
                <th scope="row">{names[resource]}</th>
                <td>{permission(`${resource}:read`, 'View')}</td>
                <td>{permission(`${resource}:write`, 'Change')}</td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
        <Problem text={errors.Permissions} />
      </div>
      <MerchantsInput
        label="For which merchants"
        hasAll
        chosen={Merchants}
        error={errors.Merchants}
        onChange={(chosen) => onChange({ ...rights, Merchants: chosen })}
      />
    </Stack>
  );
}
