import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { PlainInput, PlainTextArea } from '#console/kit/form/plain-field.tsx';
import type { Organisation } from '#contract/settings-records.ts';
import { faultOf } from '../faults.ts';
import { MerchantsInput } from '../merchants-input.tsx';
import { SettingsForm } from '../settings-form.tsx';

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Adds an organisation, or changes the one it is given. */
export function OrganisationForm({ of, onClose }: { of?: Organisation; onClose: () => void }) {
  const add = useSettingsChange('organisationAdd');
  const edit = useSettingsChange('organisationEdit');
  const change = of ? edit : add;
  const [code, setCode] = useState('');
  const [name, setName] = useState(of?.Name ?? '');
  const [merchants, setMerchants] = useState<string[]>(of?.Merchants ?? []);
  const [senders, setSenders] = useState(of?.Senders.join('\n') ?? '');
  const at = (field: string) => faultOf(change.error, field);
  const submit = () => {
    const body = { Name: name.trim(), Merchants: merchants };
    const done = { onSuccess: onClose };
    if (of) edit.mutate({ path: { organisation: of.Code }, body: { ...body, Senders: linesOf(senders) } }, done);
    else add.mutate({ body: { ...body, Code: code.trim() } }, done);
  };
  return (
    <SettingsForm
      title={of ? `Edit ${of.Name}` : 'Add an organisation'}
      fields={['Code', 'Name', 'Merchants', 'Senders']}
      change={change}
      save={of ? 'Save' : 'Add'}
      onSubmit={submit}
      onClose={onClose}
    >
      {!of && (
        <PlainInput
          label="Code"
          required
          hint="Letters and digits. It is part of addresses and can’t be changed later."
          value={code}
          error={at('Code')}
          autoCapitalize="none"
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      <PlainInput
        label="Name"
        required
        value={name}
        error={at('Name')}
        onChange={({ target }) => setName(target.value)}
      />
      <MerchantsInput label="Its merchants" chosen={merchants} error={at('Merchants')} onChange={setMerchants} />
      {of && (
        <PlainTextArea
          label="Senders"
          rows={3}
          hint="The numbers that messages are sent from, one a line: country code first, digits only."
          value={senders}
          error={at('Senders')}
          onChange={({ target }) => setSenders(target.value)}
        />
      )}
    </SettingsForm>
  );
}
