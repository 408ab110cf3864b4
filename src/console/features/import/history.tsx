import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useConfig } from '#console/api/config.ts';
import { openImport } from '#console/import-engine/client.ts';
import { discard, isFinished, maxAge, type StoredRun } from '#console/import-engine/store.ts';
import { Muted } from '#console/kit/ui/muted.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { finishedImports, forgetFinished } from '#console/session/finished-imports.ts';
import { forgetSentImport } from '#console/session/sent-imports.ts';
import type { OperationName } from '#contract/operations.ts';
import { minuteText } from '#rules/day-text.ts';
import { wallTime } from '#rules/wall-time.ts';
import { counted, kindOf } from './kinds.ts';
import { saveRows } from './template.ts';

const line = {
  gap: 1,
  py: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;

/** `3 clients`, or `Changes to 3 clients`. */
function labelOf(operation: OperationName, count: number): string {
  const kind = kindOf(operation);
  return kind ? `${kind.group === 'New' ? '' : 'Changes to '}${counted(count, kind)}` : `${whole(count)} rows`;
}

/** Results of the rows, most important first, without zeros. */
function outcomeText({ rows, states }: StoredRun): string {
  if (states.accepted === rows) return 'All accepted';
  if (states.unsent === rows) return 'Nothing sent yet';
  const parts = [
    [states.unknown, 'unknown'],
    [states.refused, 'refused'],
    [states.unsent, 'not sent'],
    [states.waiting, 'waiting for release'],
    [states.accepted, 'accepted'],
    [states.excluded, 'excluded'],
  ] as const;
  return parts.flatMap(([count, what]) => (count > 0 ? [`${whole(count)} ${what}`] : [])).join(' · ');
}

/**
 * This person's imports: continue, view, or save refused rows as a file, as long as their rows are stored in this browser;
 * a finished one stays listed until the person deletes it.
 */
export function History(props: {
  owner: string;
  runs: readonly StoredRun[];
  /** @returns why it could not be opened */
  onOpen(run: StoredRun): Promise<string | undefined>;
  onChanged(): void;
}) {
  const { owner, runs, onOpen, onChanged } = props;
  const finished = finishedImports(owner).filter(({ id }) => !runs.some((run) => run.id === id));
  const { timeZone } = useConfig();
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const minuteOf = (at: number) => minuteText(wallTime(timeZone, new Date(at)));
  const open = async (run: StoredRun) => {
    const text = await onOpen(run);
    setProblem(text === undefined ? undefined : { id: run.id, text });
  };
  const saveRefused = async ({ id, operation }: StoredRun) => {
    const session = openImport();
    try {
      const found = await session.session.restore(id);
      if (found === 'elsewhere') return setProblem({ id, text: openElsewhere });
      if (!found) return onChanged();
      const rows = await session.run.cellsOf('refused');
      saveRows(`Refused ${kindOf(operation)?.many ?? 'rows'}.csv`, found.begin.headings, rows);
    } finally {
      session.close();
    }
  };
  const remove = async (id: string) => {
    forgetFinished(owner, id);
    forgetSentImport(owner, id);
    await discard(id);
    onChanged();
  };
  if (runs.length + finished.length === 0) return null;
  return (
    <Box sx={{ maxWidth: 760, mt: 2 }}>
      <Section title="Earlier imports">
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {runs.map((run) => {
            const label = labelOf(run.operation, run.rows);
            return (
              <Stack key={run.id} component="li" direction="row" useFlexGap sx={line}>
                <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
                  <Muted>
                    {outcomeText(run)} · {minuteOf(run.at)} · kept until {minuteOf(run.at + maxAge)}
                  </Muted>
                  {problem?.id === run.id && (
                    <Typography variant="body2" color="error" role="alert">
                      {problem.text}
                    </Typography>
                  )}
                </Box>
                <Button
                  variant={isFinished(run) ? 'text' : 'outlined'}
                  aria-label={`${isFinished(run) ? 'Open' : 'Continue'}: ${label}`}
                  onClick={() => void open(run)}
                >
                  {isFinished(run) ? 'Open' : 'Continue'}
                </Button>
                {run.states.refused > 0 && (
                  <Button aria-label={`Download refused rows: ${label}`} onClick={() => void saveRefused(run)}>
                    Refused rows
                  </Button>
                )}
                <Button aria-label={`Delete: ${label}`} onClick={() => void remove(run.id)}>
                  Delete
                </Button>
              </Stack>
            );
          })}
          {finished.map(({ id, operation, accepted, excluded, at }) => {
            const label = labelOf(operation, accepted + excluded);
            return (
              <Stack key={id} component="li" direction="row" useFlexGap sx={line}>
                <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
                  <Muted>
                    {excluded > 0 ? `${whole(accepted)} accepted · ${whole(excluded)} excluded` : 'All accepted'} ·{' '}
                    {minuteOf(at)}
                  </Muted>
                </Box>
                <Button aria-label={`Delete: ${label}`} onClick={() => void remove(id)}>
                  Delete
                </Button>
              </Stack>
            );
          })}
        </Stack>
        <Muted sx={{ mt: 1 }}>
          Stored in this browser only. Rows are encrypted, and deleted after twelve hours or when you sign out; finished
          imports stay listed without their rows. A fingerprint of each debit and payment tells a file that is imported
          again.
        </Muted>
      </Section>
    </Box>
  );
}

export const openElsewhere = 'It is open in another tab. Close it there first, so that nothing is sent twice.';
