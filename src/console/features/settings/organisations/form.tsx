import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import type { Organisation } from '#contract/settings-records.ts';
import { PlainInput, PlainTextArea } from '#kit/form/plain-field.tsx';
import { faultOf } from '../faults.ts';
import { MerchantsInput } from '../merchants-input.tsx';
import { SettingsForm, useInputs } from '../settings-form.tsx';

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Adds an organisation, or changes the one it is given. */
export function OrganisationForm({ of, onClose }: { of?: Organisation; onClose: () => void }) {
  const add = useSettingsChange('organisationAdd');
  const edit = useSettingsChange('organisationEdit');
  const change = of ? edit : add;
  const [merchants, setMerchants] = useState<string[]>(of?.Merchants ?? []);
  const { texts, input } = useInputs(
    { Code: '', Name: of?.Name ?? '', Senders: of?.Senders.join('\n') ?? '' },
    change.error,
  );
  const submit = () => {
    const body = { Name: texts.Name.trim(), Merchants: merchants };
    const done = { onSuccess: onClose };
    if (of) edit.mutate({ path: { organisation: of.Code }, body: { ...body, Senders: linesOf(texts.Senders) } }, done);
    else add.mutate({ body: { ...body, Code: texts.Code.trim() } }, done);
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
          autoCapitalize="none"
          {...input('Code')}
        />
      )}
      <PlainInput label="Name" required {...input('Name')} />
      <MerchantsInput
        label="Its merchants"
        chosen={merchants}
        error={faultOf(change.error, 'Merchants')}
        onChange={setMerchants}
      />
      {of && (
        <PlainTextArea
          label="Senders"
          rows={3}
          hint="The numbers that messages are sent from, one a line: country code first, digits only."
          {...input('Senders')}
        />
      )}
    </SettingsForm>
  );
}
