import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useMessages } from '#console/api/access.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { ChoiceInput } from '#kit/form/choice-input.tsx';
import { foldMark } from '#kit/record/folded.tsx';
import { Group } from '#kit/ui/group.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import type { MessageDraft } from './draft.ts';
import { fieldId, MessageField } from './field.tsx';

const links = [
  ['shortenUrl', 'Shorten links'],
  ['trackClicks', 'Track clicks on links'],
  ['removeProtocol', 'Hide https:// in short links'],
] as const;

const reportsLead = {
  shown: 'They go to these addresses, too.',
  unknown: 'They go to these addresses, not to this page.',
};

type Switch = (typeof links)[number][0] | 'hasOwnIds';

function Check({ fieldName, label }: { fieldName: Switch; label: string }) {
  const { control, setValue } = useFormContext<MessageDraft>();
  const isOn = useWatch({ control, name: fieldName });
  return <CheckBox label={label} isOn={isOn} onChange={(next) => setValue(fieldName, next, { shouldDirty: true })} />;
}

export function MessageOptions({ faults }: { faults: Partial<Record<keyof MessageDraft, string>> }) {
  const [isOpen, setOpen] = useState(false);
  const { control, setValue } = useFormContext<MessageDraft>();
  const from = useWatch({ control, name: 'from' });
  const { senders, deliveries } = useMessages();
  const isWrong =
    (faults.from !== undefined && senders.length > 0) ||
    faults.notifyUrl !== undefined ||
    faults.trackingUrl !== undefined;
  return (
    <Box component="details" open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Typography component="summary" variant="h3" sx={foldMark}>
        <Icon name="down" size={16} />
        Advanced
      </Typography>
      <Box sx={{ pt: 1 }}>
        {senders.length > 0 && (
          <Group title="Sender">
            <ChoiceInput
              id={fieldId('from')}
              label="From"
              required
              options={senders.map((code) => ({ code, label: code }))}
              value={from}
              onChoose={(code) => setValue('from', String(code ?? ''), { shouldDirty: true })}
              error={faults.from}
            />
          </Group>
        )}
        <Group title="Delivery reports" lead={reportsLead[deliveries]}>
          <MessageField
            fieldName="callbackData"
            label="Callback data"
            hint="A web address that receives the report, or any text the report should repeat"
          />
          <MessageField
            fieldName="notifyUrl"
            label="Notification URL"
            placeholder="https://"
            wrong={faults.notifyUrl}
          />
        </Group>
        <Group title="Links in the message">
          <Stack>
            {links.map(([fieldName, label]) => (
              <Check key={fieldName} fieldName={fieldName} label={label} />
            ))}
          </Stack>
          <MessageField
            fieldName="trackingUrl"
            label="Tracking address"
            placeholder="https://"
            wrong={faults.trackingUrl}
          />
          <MessageField fieldName="customDomain" label="Domain of short links" />
        </Group>
        <Group title="Message IDs" lead="Prevents duplicates.">
          <Check fieldName="hasOwnIds" label="Use my own IDs" />
        </Group>
      </Box>
    </Box>
  );
}
