import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { EventEndpoint } from '#contract/events.ts';
import { RowMenu } from '#kit/ui/menu.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Section } from '#kit/ui/section.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { minuteText } from '#rules/day-text.ts';
import { ConfirmDialog } from '../confirm.tsx';
import { SettingsLine } from '../line.tsx';
import { SecretNotice } from '../secret-notice.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { DeliveryLog } from './log.tsx';
import { endpointMarks, endpointText, eventText } from './texts.ts';

interface Props {
  number: string;
  endpoint: EventEndpoint;
  types: readonly string[];
}

function Remove({ number, endpoint, onClose }: Omit<Props, 'types'> & { onClose: () => void }) {
  const remove = useSettingsChange('eventEndpointRemove');
  return (
    <ConfirmDialog
      title="Remove this endpoint?"
      action="Remove"
      isSaving={remove.isPending}
      onConfirm={() => remove.mutate({ path: { number, endpoint: endpoint.Endpoint } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Stack spacing={1.5}>
        <div>Its secret and its events are deleted. What waits to be sent to it is not sent.</div>
        {remove.error && <ErrorState error={remove.error} />}
      </Stack>
    </ConfirmDialog>
  );
}

/** An endpoint with its state and its last events. */
export function Endpoint({ number, endpoint, types }: Props) {
  const { Endpoint: id, Address, Types, IsOn, State, FormerSecretEnds } = endpoint;
  const path = { number, endpoint: id };
  const [open, setOpen] = useState<'form' | 'removal'>();
  const edit = useSettingsChange('eventEndpointEdit');
  const secret = useSettingsChange('eventSecret');
  const test = useSettingsChange('eventTest');
  const [value, label] = endpointMarks[State];
  const close = () => setOpen(undefined);
  return (
    <Section
      title={<span style={{ overflowWrap: 'anywhere' }}>{Address}</span>}
      actions={
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
          <StatusMark value={value} label={label} />
          <SaveButton
            variant="outlined"
            size="small"
            isSaving={test.isPending}
            saving="Sending…"
            onClick={() => test.mutate({ path })}
          >
            Send a test event
          </SaveButton>
          <RowMenu
            name={`Actions of ${Address}`}
            items={[
              { label: 'Edit', act: () => setOpen('form') },
              {
                label: IsOn ? 'Switch off' : 'Switch on',
                act: () => edit.mutate({ path, body: { IsOn: !IsOn } }),
              },
              { label: 'Remove', isDanger: true, act: () => setOpen('removal') },
            ]}
          />
        </Stack>
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {[edit, secret, test].map(({ error }, index) => error && <ErrorState key={index} error={error} />)}
        <div role="status">{endpointText(endpoint)}</div>
        <Muted>{Types.length === types.length ? 'All events.' : Types.map(eventText).join(' · ')}</Muted>
        {secret.data && <SecretNotice secret={secret.data.Secret} />}
        <SettingsLine
          name="Secret"
          text={
            FormerSecretEnds === undefined
              ? 'Every event is signed with it. Replacing it keeps the former one for a day.'
              : `Events are signed with the former one as well until ${minuteText(FormerSecretEnds)}.`
          }
          action={
            <Button size="small" loading={secret.isPending} onClick={() => secret.mutate({ path })}>
              Replace
            </Button>
          }
        />
        <DeliveryLog number={number} endpoint={id} />
      </Box>
      {open === 'form' && <EndpointForm number={number} endpoint={endpoint} types={types} onClose={close} />}
      {open === 'removal' && <Remove number={number} endpoint={endpoint} onClose={close} />}
    </Section>
  );
}
