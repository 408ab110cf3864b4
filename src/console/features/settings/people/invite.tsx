import Button from '@mui/material/Button';
import { useState } from 'react';
import { useAdministered, useSettingsChange } from '#console/api/settings.ts';
import { PlainInput } from '#console/kit/form/plain-field.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';
import type { RoleEntry } from '#contract/settings-records.ts';
import { faultOf } from '../faults.ts';
import { SettingsForm } from '../settings-form.tsx';
import { LinkNotice } from './link-notice.tsx';
import { RolesInput } from './roles-input.tsx';

/** Stays open to show the link. */
export function Invite({ onClose }: { onClose: () => void }) {
  const { merchants, isAll } = useAdministered();
  const invite = useSettingsChange('personInvite');
  const [name, setName] = useState('');
  const [username, setUsername] = useState('');
  const first: RoleEntry = { Role: 'clerk', Merchant: merchants[0]?.number ?? (isAll ? '*' : '') };
  const [entries, setEntries] = useState<RoleEntry[]>([first]);
  const at = (field: string) => faultOf(invite.error, field);

  const submit = () => invite.mutate({ body: { Username: username.trim(), Name: name.trim(), Roles: entries } });
  if (invite.data)
    return (
      <Modal title="Invited" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>} staysOnClickOutside>
        <LinkNotice name={invite.data.Person.Name} link={invite.data.Link} />
      </Modal>
    );
  return (
    <SettingsForm
      title="Invite a person"
      fields={['Name', 'Username', 'Roles']}
      change={invite}
      save="Create the link"
      saving="Inviting…"
      onSubmit={submit}
      onClose={onClose}
    >
      <PlainInput
        label="Name"
        required
        value={name}
        error={at('Name')}
        onChange={({ target }) => setName(target.value)}
      />
      <PlainInput
        label="Username"
        required
        hint="To sign in with. It can’t be changed later."
        value={username}
        error={at('Username')}
        autoCapitalize="none"
        onChange={({ target }) => setUsername(target.value)}
      />
      <RolesInput entries={entries} error={at('Roles')} onChange={setEntries} />
    </SettingsForm>
  );
}
