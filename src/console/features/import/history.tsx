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
import { nowIn } from '#console/session/wall-clock.ts';
import { minuteText } from '#rules/day-text.ts';
import { counted, kindOf } from './kinds.ts';
import { saveRows } from './template.ts';

/** Results of the rows, most important first, without zeros. */
function outcomeText({ rows, states }: StoredRun): string {
  if (states.accepted === rows) return 'All accepted';
  if (states.unsent === rows) return 'Nothing sent yet';
  const parts = [
    [states.unknown, 'unknown'],
    [states.refused, 'refused'],
    [states.unsent, 'not sent'],
    [states.accepted, 'accepted'],
    [states.excluded, 'excluded'],
  ] as const;
  return parts.flatMap(([count, what]) => (count > 0 ? [`${whole(count)} ${what}`] : [])).join(' · ');
}

/** This person's imports stored in this browser: continue, view, or save refused rows as a file. */
export function History(props: {
  runs: readonly StoredRun[];
  /** @returns why it could not be opened */
  onOpen(run: StoredRun): Promise<string | undefined>;
  onChanged(): void;
}) {
  const { runs, onOpen, onChanged } = props;
  const { timeZone } = useConfig();
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const minuteOf = (at: number) => minuteText(nowIn(timeZone, new Date(at)));
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
  return (
    <Box sx={{ maxWidth: 760, mt: 2 }}>
      <Section title="Earlier imports">
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {runs.map((run) => {
            const kind = kindOf(run.operation);
            if (!kind) return null;
            const label = `${kind.group === 'New' ? '' : 'Changes to '}${counted(run.rows, kind)}`;
            return (
              <Stack
                component="li"
                key={run.id}
                direction="row"
                useFlexGap
                sx={{
                  gap: 1,
                  py: 1,
                  flexWrap: 'wrap',
                  alignItems: 'center',
                  borderTop: '1px solid',
                  borderColor: 'divider',
                }}
              >
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
                <Button aria-label={`Delete: ${label}`} onClick={() => void discard(run.id).then(onChanged)}>
                  Delete
                </Button>
              </Stack>
            );
          })}
        </Stack>
        <Muted sx={{ mt: 1 }}>Kept in this browser only, encrypted, for twelve hours. Signing out deletes them.</Muted>
      </Section>
    </Box>
  );
}

export const openElsewhere = 'It is open in another tab. Close it there first, so that nothing is sent twice.';
