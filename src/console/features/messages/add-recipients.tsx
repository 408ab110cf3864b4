import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { PlainInput, PlainTextArea } from '#console/kit/form/plain-field.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { numbersOf } from './clients.ts';
import type { MessageDraft, Recipient } from './draft.ts';
import { maxRecipients, recipientsOf } from './paste.ts';
import type { LeftOut } from './use-initial-recipients.ts';

/** Adds recipients from numbers (typed, pasted or from a file) or client numbers. */
export function AddRecipients({
  remaining,
  isLooking,
  left,
  onAdd,
  onClients,
}: {
  remaining: number;
  isLooking: boolean;
  left: LeftOut;
  onAdd: (recipients: Recipient[]) => void;
  onClients: (numbers: string[]) => void;
}) {
  const { control, setValue } = useFormContext<MessageDraft>();
  const [list, clients] = useWatch({ control, name: ['newNumbers', 'newClients'] });
  const setList = (text: string) => setValue('newNumbers', text, { shouldDirty: true });
  const setClients = (text: string) => setValue('newClients', text, { shouldDirty: true });
  const [surplus, setSurplus] = useState(0);
  const file = useRef<HTMLInputElement>(null);
  const listInput = useRef<HTMLTextAreaElement>(null);
  const clientsInput = useRef<HTMLInputElement>(null);
  const add = (text: string) => {
    const found = recipientsOf(text);
    setSurplus(Math.max(0, found.length - remaining));
    onAdd(found.slice(0, remaining));
  };
  const submitList = (event: FormEvent) => {
    event.preventDefault();
    add(list);
    setList('');
    // The button becomes disabled and would lose the focus.
    listInput.current?.focus();
  };
  const submitClients = (event: FormEvent) => {
    event.preventDefault();
    onClients(numbersOf(clients));
    setClients('');
    clientsInput.current?.focus();
  };
  const takeFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const text = await target.files?.[0]?.text();
    // Allows choosing the same file again.
    target.value = '';
    if (text !== undefined) add(text);
  };
  return (
    <Stack spacing={2}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Stack component="form" spacing={1} onSubmit={submitList}>
          <PlainTextArea
            id="message-list"
            label="Numbers"
            ref={listInput}
            rows={2}
            value={list}
            onChange={({ target }) => setList(target.value)}
            hint="One a line, as typed or pasted from a sheet: the number, then its values in columns"
          />
          <Stack direction="row" spacing={1}>
            <Button type="submit" variant="outlined" disabled={list.trim() === ''}>
              Add numbers
            </Button>
            <Button onClick={() => file.current?.click()}>From a CSV file</Button>
            <input
              ref={file}
              type="file"
              hidden
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              onChange={(event) => void takeFile(event)}
            />
          </Stack>
        </Stack>
        <Stack component="form" spacing={1} onSubmit={submitClients}>
          <PlainInput
            id="message-clients"
            label="Client numbers"
            ref={clientsInput}
            value={clients}
            onChange={({ target }) => setClients(target.value)}
            hint="Their cellphone numbers are looked up"
          />
          <Button
            type="submit"
            variant="outlined"
            loading={isLooking}
            disabled={clients.trim() === ''}
            sx={{ alignSelf: 'start' }}
          >
            Add clients
          </Button>
        </Stack>
      </Box>
      {left.missing.length > 0 && <Notice tone="warning">Not added, no such client: {left.missing.join(', ')}.</Notice>}
      {left.failed.length > 0 && (
        <Notice tone="warning">Not added, the lookup failed: {left.failed.join(', ')}. Try again.</Notice>
      )}
      {left.surplus.length > 0 && (
        <Notice tone="warning">Not added, too many at a time: {left.surplus.join(', ')}.</Notice>
      )}
      {surplus > 0 && (
        <Notice tone="warning">
          {surplus} were not added: a message goes to at most {maxRecipients} recipients at a time.
        </Notice>
      )}
    </Stack>
  );
}
