import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useEffect, useEffectEvent, useState, type ClipboardEvent } from 'react';
import { useClientOptions } from '#console/domain/client/picker.tsx';
import { Combobox } from '#kit/form/combobox.tsx';
import { FileButton } from '#kit/ui/file-button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { recipientOf } from './clients.ts';
import type { Recipient } from './draft.ts';
import { maxRecipients, recipientsOf } from './paste.ts';
import { readRecipient } from './read-recipients.ts';
import type { LeftOutRecipients } from './use-initial-recipients.ts';

export const focusTo = () => document.querySelector<HTMLElement>('#message-to input')?.focus();

/** Who gets the message: clients by name or number, cellphone numbers, pasted lists and files, in one field. */
export function RecipientsField(props: {
  recipients: readonly Recipient[];
  dialCode?: string;
  isLooking: boolean;
  left: LeftOutRecipients;
  onAdd: (recipients: Recipient[]) => void;
  onLook: (numbers: string[]) => void;
}) {
  const { recipients, dialCode, isLooking, left, onAdd, onLook } = props;
  const [text, setText] = useState('');
  const { options, clients, isLoading } = useClientOptions(text);
  const [notAdded, setNotAdded] = useState<string[]>([]);
  /** Pasted before the list of clients is here: a client number would be taken for a wrong cellphone number. */
  const [waiting, setWaiting] = useState<string[]>([]);
  const add = (all: readonly Recipient[], unclear: readonly string[] = []) => {
    const remaining = maxRecipients - recipients.length;
    onAdd(all.slice(0, remaining));
    const surplus = all.length - remaining;
    setNotAdded([
      ...unclear,
      ...(surplus > 0 ? [`${surplus} more than the ${maxRecipients} that one message goes to`] : []),
    ]);
  };
  const readLines = (lines: string) =>
    add(recipientsOf(lines).map((it) => readRecipient(it, clients, dialCode).recipient ?? it));
  const addLines = (lines: string) => (isLoading ? setWaiting([...waiting, lines]) : readLines(lines));
  const readWaiting = useEffectEvent(() => {
    if (isLoading || waiting.length === 0) return;
    setWaiting([]);
    readLines(waiting.join('\n'));
  });
  useEffect(() => readWaiting(), [isLoading]);
  const addText = (typed: string) => {
    setText('');
    const found = typed
      .split(/[,;]/)
      .map((it) => it.trim())
      .filter(Boolean)
      .map((to) => ({ to, ...readRecipient({ id: crypto.randomUUID(), to }, clients, dialCode) }));
    const open = found.filter((it) => !it.recipient && !it.unclear).map((it) => it.to);
    add(
      found.flatMap((it) => it.recipient ?? []),
      found.flatMap((it) => (it.unclear ? `${it.to}: ${it.unclear}` : [])),
    );
    if (open.length > 0) onLook(open);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain').trim();
    if (!/[\t\n]/.test(pasted)) return;
    event.preventDefault();
    addLines(pasted);
  };
  return (
    <Stack id="message-to" spacing={1} onPasteCapture={paste}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 1, alignItems: 'flex-start' }}>
        {/* On a phone the file is below, so that the hint has the whole width. */}
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Combobox
            label="To"
            text=""
            options={options}
            isComing={isLoading}
            onSearch={setText}
            onChoose={({ code }) => {
              setText('');
              const client = clients?.find((it) => it.ClientNumber === code);
              if (client) add([recipientOf(client, undefined)]);
            }}
            onText={(typed) => typed && addText(typed)}
            hint="Name, client number or cellphone. Several are separated by commas or pasted as a list."
          />
        </Box>
        <FileButton
          variant="outlined"
          loading={isLooking || waiting.length > 0}
          label="File of recipients"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onFile={(file) => void file.text().then(addLines)}
          sx={{ '&&': { mt: { xs: 1, sm: 3 } } }}
        >
          From a file
        </FileButton>
      </Stack>
      {left.missing.length > 0 && <Notice tone="warning">Not added, no such client: {left.missing.join(', ')}.</Notice>}
      {left.failed.length > 0 && (
        <Notice tone="warning">Not added, the lookup failed: {left.failed.join(', ')}. Try again.</Notice>
      )}
      {left.surplus.length > 0 && (
        <Notice tone="warning">Not added, too many at a time: {left.surplus.join(', ')}.</Notice>
      )}
      {left.others.map(({ why, who }) => (
        <Notice key={why} tone="info">
          {why}: {who.join(', ')}.
        </Notice>
      ))}
      {notAdded.length > 0 && <Notice tone="warning">Not added: {notAdded.join(', ')}.</Notice>}
    </Stack>
  );
}
