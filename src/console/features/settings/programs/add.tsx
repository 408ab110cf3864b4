import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { PlainInput } from '#console/kit/form/plain-field.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';
import { faultOf } from '../faults.ts';
import { SecretNotice } from '../secret-notice.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { RightsInput, type ProgramRights } from './rights-input.tsx';

const fields = ['Name', 'ClientId', 'Permissions', 'Merchants'];

/** Stays open to show the secret. */
export function AddProgram({ onClose }: { onClose: () => void }) {
  const add = useSettingsChange('programAdd');
  const [name, setName] = useState('');
  const [clientId, setClientId] = useState('');
  const [rights, setRights] = useState<ProgramRights>({ Permissions: [], Merchants: [] });
  const at = (field: string) => faultOf(add.error, field);
  const submit = () => add.mutate({ body: { ClientId: clientId.trim(), Name: name.trim(), ...rights } });
  if (add.data)
    return (
      <Modal title="Added" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>} staysOnClickOutside>
        <SecretNotice user={{ label: 'Client ID', name: add.data.Program.ClientId }} secret={add.data.Secret} />
      </Modal>
    );
  return (
    <SettingsForm
      title="Add a program"
      fields={fields}
      change={add}
      save="Create the secret"
      saving="Adding…"
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
    </SettingsForm>
  );
}
