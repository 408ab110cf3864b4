import { useState } from 'react';
import { useAdministered, useSettingsChange } from '#console/api/settings.ts';
import type { RoleEntry } from '#contract/settings-records.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { faultOf } from '../faults.ts';
import { SettingsForm, useInputs } from '../settings-form.tsx';
import { LinkNotice } from './link-notice.tsx';
import { RolesInput } from './roles-input.tsx';

export function Invite({ onClose }: { onClose: () => void }) {
  const { merchants, isAll } = useAdministered();
  const invite = useSettingsChange('personInvite');
  const { data, error } = invite;
  const { texts, input } = useInputs({ Name: '', Username: '' }, error);
  const first: RoleEntry = { Role: 'clerk', Merchant: merchants[0]?.number ?? (isAll ? '*' : '') };
  const [Roles, setRoles] = useState<RoleEntry[]>([first]);
  return (
    <SettingsForm
      title="Invite a person"
      fields={['Name', 'Username', 'Roles']}
      change={invite}
      save="Create the link"
      saving="Inviting…"
      result={data && { title: 'Invited', content: <LinkNotice name={data.Person.Name} link={data.Link} /> }}
      onSubmit={() => invite.mutate({ body: { Username: texts.Username.trim(), Name: texts.Name.trim(), Roles } })}
      onClose={onClose}
    >
      <PlainInput label="Name" required {...input('Name')} />
      <PlainInput
        label="Username"
        required
        hint="To sign in with. It can’t be changed later."
        autoCapitalize="none"
        {...input('Username')}
      />
      <RolesInput entries={Roles} error={faultOf(error, 'Roles')} onChange={setRoles} />
    </SettingsForm>
  );
}
