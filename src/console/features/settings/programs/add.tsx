import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type FormEvent } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { PlainInput } from '#console/kit/form/plain-field.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import { faultOf } from '../faults.ts';
import { RightsInput, type ProgramRights } from './rights-input.tsx';
import { SecretNotice } from './secret-notice.tsx';

const fields = ['Name', 'ClientId', 'Permissions', 'Merchants'];

/** Stays open to show the secret. */
export function AddProgram({ onClose }: { onClose: () => void }) {
  const add = useSettingsChange('programAdd');
  const [name, setName] = useState('');
  const [clientId, setClientId] = useState('');
  const [rights, setRights] = useState<ProgramRights>({ Permissions: [], Merchants: [] });
  const at = (field: string) => faultOf(add.error, field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ body: { ClientId: clientId.trim(), Name: name.trim(), ...rights } });
  };
  if (add.data)
    return (
      <Modal title="Added" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>} staysOnClickOutside>
        <SecretNotice clientId={add.data.Program.ClientId} secret={add.data.Secret} />
      </Modal>
    );
  return (
    <Modal title="Add a program" onClose={onClose} staysOnClickOutside>
      <Stack component="form" noValidate spacing={2} onSubmit={submit}>
        <PlainInput
          label="Name"
          required
          value={name}
          error={at('Name')}
          onChange={({ target }) => setName(target.value)}
        />
        <PlainInput
          label="Client ID"
          required
          hint="The program gets its tokens with it. It can’t be changed later."
          value={clientId}
          error={at('ClientId')}
          autoCapitalize="none"
          onChange={({ target }) => setClientId(target.value)}
        />
        <RightsInput
          rights={rights}
          errors={{ Permissions: at('Permissions'), Merchants: at('Merchants') }}
          onChange={setRights}
        />
        {add.error && !fields.some(at) && <ErrorState error={add.error} />}
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', pb: 2.5 }}>
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton type="submit" isSaving={add.isPending} saving="Adding…">
            Create the secret
          </SaveButton>
        </Stack>
      </Stack>
    </Modal>
  );
}
