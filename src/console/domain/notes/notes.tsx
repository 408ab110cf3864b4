import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useMayWriteNotes, useNoteChange, useNotes } from '#console/api/notes.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { longestNote, type Note } from '#contract/notes.ts';
import { PlainTextArea } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Section } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { minuteText } from '#rules/day-text.ts';
import { personalNumberIn } from '#rules/long-number.ts';

interface Props {
  client: string;
  /** Notes are shown that are about this contract or the client as a whole, and a new one is about the contract, or a debit of it. */
  contract?: { sequence: number; number: string | undefined; instalment?: number | undefined };
}

/** What colleagues noted about a client or a contract, the last one first, and a field for the next note. */
export function Notes({ client, contract }: Props) {
  const read = useNotes(client);
  const mayWrite = useMayWriteNotes();
  const shown = read.data?.Notes.filter(
    ({ ContractSequence: about }) => contract === undefined || about === null || about === contract.sequence,
  );
  const aboutOf = ({ ContractSequence, ContractNumber, InstalmentSequence }: Note): string =>
    [
      contract ? ContractSequence === null && 'about the client' : (ContractNumber ?? ContractSequence),
      InstalmentSequence !== null && `instalment ${InstalmentSequence}`,
    ]
      .filter(Boolean)
      .join(', ');
  // Another service has none, and who may not read clients reads none.
  if (read.error?.kind === 'notFound' || (!read.isEnabled && !shown)) return null;
  if (shown?.length === 0 && !mayWrite) return null;
  return (
    <Section title="Notes">
      <Stack spacing={1.5}>
        {mayWrite && <NewNote client={client} contract={contract} />}
        {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
        {!shown && !read.error && <Skeletons rows={2} />}
        {shown && shown.length > 0 && (
          <Box component="ol" aria-label="Notes, newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {shown.map((note) => (
              <NoteItem key={note.NoteId} client={client} note={note} about={aboutOf(note)} />
            ))}
          </Box>
        )}
      </Stack>
    </Section>
  );
}

function NoteItem({ client, note, about }: { client: string; note: Note; about: string }) {
  const { By, At, Text, NoteId, MayRemove } = note;
  const { mutate, isPending, error } = useNoteChange(client);
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1 }}>
        <Muted>{[By, minuteText(At), about].filter(Boolean).join(' · ')}</Muted>
        {MayRemove && (
          <Button
            size="small"
            color="inherit"
            disabled={isPending}
            aria-label={`Remove the note of ${minuteText(At)}`}
            onClick={() => mutate({ remove: NoteId })}
            sx={{ ml: 'auto' }}
          >
            Remove
          </Button>
        )}
      </Stack>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{Text}</Typography>
      {error && <ErrorState error={error} />}
    </Box>
  );
}

function NewNote({ client, contract }: Props) {
  const [text, setText] = useState('');
  // The same until it is saved: a note whose answer was lost is sent again and stays one.
  const [noteId, setNoteId] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error, reset } = useNoteChange(client);
  const isPersonal = personalNumberIn(text) !== undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isPersonal) return;
    mutate(
      {
        NoteId: noteId,
        ClientNumber: client,
        ContractSequence: contract?.sequence,
        ContractNumber: contract?.number,
        InstalmentSequence: contract?.instalment,
        Text: text.trim(),
      },
      {
        onSuccess: () => {
          setText('');
          setNoteId(crypto.randomUUID());
        },
      },
    );
  };
  return (
    <Box component="form" onSubmit={save}>
      <PlainTextArea
        label="Add a note"
        rows={2}
        maxLength={longestNote}
        value={text}
        error={isPersonal && 'Leave out account, card and ID numbers. The last four digits are enough.'}
        onChange={(event) => {
          setText(event.target.value);
          reset();
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && save(event)}
      />
      {error && <ErrorState error={error} />}
      {text.trim() !== '' && (
        <SaveButton type="submit" size="small" isSaving={isPending} disabled={isPersonal} sx={{ mt: 1 }}>
          Save note
        </SaveButton>
      )}
    </Box>
  );
}
