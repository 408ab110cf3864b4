import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { faultOf } from '../faults.ts';
import { SecretNotice } from '../secret-notice.tsx';
import { SettingsForm, useInputs } from '../settings-form.tsx';
import { RightsInput, type ProgramRights } from './rights-input.tsx';

export function AddProgram({ onClose }: { onClose: () => void }) {
  const add = useSettingsChange('programAdd');
  const { data, error } = add;
  const { texts, input } = useInputs({ Name: '', ClientId: '' }, error);
  const [rights, setRights] = useState<ProgramRights>({ Permissions: [], Merchants: [] });
  return (
    <SettingsForm
      title="Add a program"
      fields={['Name', 'ClientId', 'Permissions', 'Merchants']}
      change={add}
      save="Create the secret"
      saving="Adding…"
      result={
        data && {
          title: 'Added',
          content: <SecretNotice user={{ label: 'Client ID', name: data.Program.ClientId }} secret={data.Secret} />,
        }
      }
      onSubmit={() => add.mutate({ body: { ClientId: texts.ClientId.trim(), Name: texts.Name.trim(), ...rights } })}
      onClose={onClose}
    >
      <PlainInput label="Name" required {...input('Name')} />
      <PlainInput
        label="Client ID"
        required
        hint="The program gets its tokens with it. It can’t be changed later."
        autoCapitalize="none"
        {...input('ClientId')}
      />
      <RightsInput
        rights={rights}
        errors={{ Permissions: faultOf(error, 'Permissions'), Merchants: faultOf(error, 'Merchants') }}
        onChange={setRights}
      />
    </SettingsForm>
  );
}
