import { useSettingsChange } from '#console/api/settings.ts';
import type { MessageTemplate } from '#contract/settings-records.ts';
import { PlainInput, PlainSelect, PlainTextArea } from '#kit/form/plain-field.tsx';
import { SettingsForm, useInputs } from '../settings-form.tsx';
import { headers, templateStatuses } from './texts.ts';

/** Adds a template, or changes the one it is given. */
export function TemplateForm(props: { organisation: string; template?: MessageTemplate; onClose: () => void }) {
  const { organisation, template, onClose } = props;
  const save = useSettingsChange('templateSave');
  const { texts, input } = useInputs(
    { Name: '', Language: 'en', Status: 'APPROVED', Header: '', Text: '', ...template },
    save.error,
  );
  const submit = () => {
    const { Status, Header, ...text } = texts;
    const body = {
      ...text,
      Status: Status as MessageTemplate['Status'],
      ...(Header && { Header: Header as MessageTemplate['Header'] }),
    };
    save.mutate({ path: { organisation }, body }, { onSuccess: onClose });
  };
  return (
    <SettingsForm
      title={template ? `Edit ${template.Name} (${template.Language})` : 'Add a template'}
      fields={Object.keys(texts)}
      change={save}
      save={template ? 'Save' : 'Add'}
      onSubmit={submit}
      onClose={onClose}
    >
      {!template && (
        <>
          <PlainInput label="Name" required hint="As the network knows it." autoCapitalize="none" {...input('Name')} />
          <PlainInput
            label="Language"
            required
            hint="Such as en or en_GB."
            autoCapitalize="none"
            {...input('Language')}
          />
        </>
      )}
      <PlainSelect label="Status" {...input('Status')}>
        {Object.entries(templateStatuses).map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </PlainSelect>
      <PlainSelect label="Header" {...input('Header')}>
        <option value="">None</option>
        {Object.entries(headers).map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </PlainSelect>
      <PlainTextArea
        label="Text"
        required
        rows={4}
        hint="{{1}}, {{2}} and so on are replaced in each message."
        {...input('Text')}
      />
    </SettingsForm>
  );
}
