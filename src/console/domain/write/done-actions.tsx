import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isAccepted } from '#answers/send/results.ts';
import { CallError, isUnknown } from '#console/api/errors.ts';
import { useLabels } from '#console/api/lookups.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { DetailsButton } from '#console/domain/outcome/details-button.tsx';
import { Outcome } from '#console/domain/outcome/outcome.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { changesText } from './changes-text.ts';
import { fieldChanges, pickFields } from './difference.ts';
import { announce, dismiss, type DoneNotice } from './done.ts';
import { differingNow, storedNow } from './stored-record.ts';
import type { Undo } from './undo.ts';

const unclear = 'We don’t know whether it has been changed since.';

/** What the reverse edit would replace: only the last value is restored without a question. */
const replacedBy = (back: object, now: Record<string, unknown>) =>
  fieldChanges(
    now,
    pickFields(
      { ...back },
      Object.keys(back).filter((fieldName) => now[fieldName] !== undefined),
    ),
  );

/** Sends the reverse edit. Requests confirmation if the record has changed since. */
function UndoButton({ undo }: { undo: Undo }) {
  const { operation, sent, back, text, caveat } = undo;
  const { merchant, product } = useTenant();
  const queries = useQueryClient();
  const write = useWrite(operation);
  const [isChecking, setChecking] = useState(false);
  const [question, setQuestion] = useState<string>();
  const labelOf = useLabels(Object.keys(back));

  const send = () => {
    setQuestion(undefined);
    write.mutate([back], {
      onSuccess: ({ results, api }) => {
        if (isAccepted(results)) announce({ text: `Undone: ${text}`, call: { operation, api } });
      },
    });
  };
  const begin = async () => {
    setChecking(true);
    try {
      const now = await storedNow(queries, { merchant, product }, undo);
      const differing = now && differingNow(sent, now);
      const isAsSent = differing?.length === 0;
      if (isAsSent && !caveat) return send();
      const replaced = differing && !isAsSent ? replacedBy(back, { ...now }) : [];
      const since = isAsSent
        ? `Undo sets: ${text}.`
        : replaced.length > 0
          ? `It has been changed again since. Undo would replace that: ${changesText(replaced, labelOf, { ...now })}.`
          : differing
            ? 'It has already been changed back, as far as it can be read.'
            : `${unclear} Undo sets: ${text}.`;
      setQuestion([caveat, since].filter(Boolean).join(' '));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setQuestion([caveat, unclear, `Undo sets: ${text}.`].filter(Boolean).join(' '));
    } finally {
      setChecking(false);
    }
  };

  const isRefused = write.data !== undefined && !isAccepted(write.data.results);
  if (question !== undefined)
    return (
      <Stack role="alert" spacing={0.5} sx={{ width: '100%' }}>
        <Typography>{question}</Typography>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button size="small" variant="outlined" autoFocus onClick={send}>
            Undo anyway
          </Button>
          <Button size="small" onClick={() => setQuestion(undefined)}>
            Don’t undo
          </Button>
        </Box>
      </Stack>
    );
  return (
    <>
      {!isRefused && (!write.error || isUnknown(write.error)) && (
        <SaveButton
          size="small"
          variant="outlined"
          isSaving={isChecking || write.isPending}
          saving="Undoing…"
          onClick={() => void begin()}
        >
          Undo
        </SaveButton>
      )}
      {(isRefused || write.error) && (
        <Box sx={{ width: '100%' }}>
          <Outcome operation={operation} sent={write.variables} result={write.data} error={write.error} />
        </Box>
      )}
    </>
  );
}

export function DoneActions({ notice: { call, undo, undoAll, next = [], more } }: { notice: DoneNotice }) {
  const [isUndoing, setUndoing] = useState(false);
  return (
    <Box data-actions sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {undo && <UndoButton undo={undo} />}
        {undoAll && (
          <Button size="small" variant="outlined" onClick={() => setUndoing(true)}>
            Undo
          </Button>
        )}
        {next.map(({ label, to, state }) => (
          <Button key={label} size="small" component={Link} to={to} state={state}>
            {label}
          </Button>
        ))}
        {isUndoing && undoAll?.(() => setUndoing(false))}
        {call && <DetailsButton {...call} />}
        <Button size="small" color="inherit" aria-label="Dismiss" onClick={dismiss} sx={{ minWidth: 28, p: 0 }}>
          <Icon name="close" size={18} />
        </Button>
      </Box>
      {more && <div data-more="">{more}</div>}
    </Box>
  );
}
