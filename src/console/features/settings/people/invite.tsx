import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type FormEvent } from 'react';
import { useAdministered, useSettingsChange } from '#console/api/settings.ts';
import { PlainInput } from '#console/kit/form/plain-field.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import type { RoleEntry } from '#contract/settings-records.ts';
import { faultOf } from '../faults.ts';
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
  const isElsewhere = invite.error && !['Name', 'Username', 'Roles'].some(at);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ body: { Username: username.trim(), Name: name.trim(), Roles: entries } });
  };
  if (invite.data)
    return (
      <Modal title="Invited" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>} staysOnClickOutside>
        <LinkNotice name={invite.data.Person.Name} link={invite.data.Link} />
      </Modal>
    );
  return (
    <Modal title="Invite a person" onClose={onClose} staysOnClickOutside>
      <Stack component="form" noValidate spacing={2} onSubmit={submit}>
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
        {isElsewhere && <ErrorState error={invite.error} />}
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', pb: 2.5 }}>
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton type="submit" isSaving={invite.isPending} saving="Inviting…">
            Create the link
          </SaveButton>
        </Stack>
      </Stack>
    </Modal>
  );
}
