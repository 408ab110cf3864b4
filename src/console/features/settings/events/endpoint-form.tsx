import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import type { EventEndpoint, EventType } from '#contract/events.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { faultOf } from '../faults.ts';
import { Problem } from '../merchants-input.tsx';
import { SecretNotice } from '../secret-notice.tsx';
import { SettingsForm, useInputs } from '../settings-form.tsx';
import { eventText } from './texts.ts';

/** Adds an endpoint, or changes the one it is given. */
export function EndpointForm(props: {
  number: string;
  endpoint?: EventEndpoint;
  /** Those that there are. */
  types: readonly string[];
  onClose: () => void;
}) {
  const { number, endpoint, types, onClose } = props;
  const add = useSettingsChange('eventEndpointAdd');
  const edit = useSettingsChange('eventEndpointEdit');
  const change = endpoint ? edit : add;
  const { texts, input } = useInputs({ Address: endpoint?.Address ?? '' }, change.error);
  const [chosen, setChosen] = useState<readonly string[]>(endpoint?.Types ?? types);
  const submit = () => {
    const Types = types.filter((type) => chosen.includes(type)) as EventType[];
    const body = { Address: texts.Address.trim(), Types };
    if (endpoint) edit.mutate({ path: { number, endpoint: endpoint.Endpoint }, body }, { onSuccess: onClose });
    else add.mutate({ path: { number }, body });
  };
  return (
    <SettingsForm
      title={endpoint ? 'Edit the endpoint' : 'Add an endpoint'}
      fields={['Address', 'Types']}
      change={change}
      save={endpoint ? 'Save' : 'Add'}
      result={
        add.data && {
          title: 'Endpoint added',
          content: (
            <Stack spacing={1.5}>
              <SecretNotice secret={add.data.Secret} />
              <Muted>Its receiver checks the signature of every event with this secret.</Muted>
            </Stack>
          ),
        }
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <PlainInput
        label="Address"
        required
        type="url"
        hint="Begins with https and is on the public internet."
        autoCapitalize="none"
        spellCheck={false}
        {...input('Address')}
      />
      <div>
        <Muted sx={{ mb: 0.5 }}>Send an event when</Muted>
        <Stack role="group" aria-label="Send an event when">
          {types.map((type) => (
            <CheckBox
              key={type}
              label={eventText(type)}
              isOn={chosen.includes(type)}
              onChange={(isOn) => setChosen(isOn ? [...chosen, type] : chosen.filter((it) => it !== type))}
            />
          ))}
        </Stack>
        <Problem text={faultOf(change.error, 'Types')} />
      </div>
    </SettingsForm>
  );
}
