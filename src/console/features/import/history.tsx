import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '#console/api/config.ts';
import { explain, type CallError } from '#console/api/errors.ts';
import { callExtension } from '#console/api/extension.ts';
import { useTenant } from '#console/api/tenant.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { ImportList, ImportRecord } from '#contract/imports.ts';
import type { OperationName } from '#contract/operations.ts';
import { faultText } from '#kit/form/fault-text.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { minuteText } from '#rules/day-text.ts';
import { wallTime } from '#rules/wall-time.ts';
import { discard, idOfImport, maxAgeMs, type StoredRun } from '#sheet-engine/store.ts';
import { kindCountText, importKind } from './kinds.ts';
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
  const kind = importKind(operation);
  return kind
    ? `${kind.group === 'New' ? '' : 'Changes to '}${kindCountText(count, kind)}`
    : `${formatCount(count)} rows`;
}

type Counts = Pick<ImportRecord, 'Rows' | 'Accepted' | 'Refused' | 'Waiting' | 'Unknown'>;

/** Results of the rows, most important first, without zeros. */
function outcomeText(operation: OperationName, { Rows, Accepted, Refused, Waiting, Unknown }: Counts): string {
  const done = importKind(operation)?.group === 'Changes' ? 'changed' : 'added';
  if (Accepted === Rows) return `All ${done}`;
  if (Accepted + Refused + Waiting + Unknown === 0) return 'Nothing sent yet';
  const parts = [
    [Unknown, 'unknown'],
    [Refused, 'refused'],
    [Rows - Accepted - Refused - Unknown - Waiting, 'not sent'],
    [Waiting, 'sent for release'],
    [Accepted, done],
  ] as const;
  return parts.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} ${what}`] : [])).join(' · ');
}

/** Of one that the server does not have: nothing of it was sent. */
const countsOf = ({ rows, states }: StoredRun): Counts => ({
  Rows: rows,
  Accepted: states.accepted,
  Refused: states.refused,
  Waiting: states.waiting,
  Unknown: states.unknown,
});

/**
 * The merchant's imports, as the server has them. Those of which this browser still has rows, of this person, are continued or
 * deleted here.
 */
export function ImportHistory(props: {
  runs: readonly StoredRun[];
  /** @returns why it could not be opened */
  onOpen(run: StoredRun): Promise<string | undefined>;
  onChanged(): void;
}) {
  const { runs, onOpen, onChanged } = props;
  const { merchant, product } = useTenant();
  const { timeZone } = useConfig();
  const { data, error, refetch } = useQuery<ImportList, CallError>({
    queryKey: ['importList', merchant, product],
    queryFn: ({ signal }) => callExtension('importList', { merchant, product }, { signal }),
    staleTime: 0,
  });
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const minuteOf = (at: number) => minuteText(wallTime(timeZone, new Date(at)));
  const imports = data?.Imports ?? [];
  const unsent = runs.filter(({ id }) => data && !imports.some((it) => it.ImportId === idOfImport(id)));
  const lines = [
    ...unsent.map((run) => ({
      id: run.id,
      operation: run.operation,
      counts: countsOf(run),
      about: minuteOf(run.at),
      run,
      isRefused: false,
    })),
    ...imports.map(({ ImportId: id, Operation: operation, FileName, By, At, ...counts }) => ({
      id,
      operation,
      counts,
      about: [FileName, By, minuteText(At)].filter(Boolean).join(' · '),
      run: runs.find((it) => idOfImport(it.id) === id),
      isRefused: counts.Refused > 0,
    })),
  ];
  const open = async (run: StoredRun, id: string) => {
    const text = await onOpen(run);
    setProblem(text === undefined ? undefined : { id, text });
  };
  const saveRefused = async (id: string, operation: OperationName) => {
    try {
      const { RefusedRows } = await callExtension('importView', { merchant, product, import: id });
      const rows = RefusedRows.map(({ Row, Reasons }) => ({
        cells: [String(Row)],
        reasons: Reasons.map(faultText).join(' '),
      }));
      saveRows(`Refused ${importKind(operation)?.many ?? 'rows'}.csv`, ['Row'], rows);
    } catch (cause) {
      setProblem({ id, text: explain(cause).title });
    }
  };
  const remove = async (id: string) => {
    await discard(id);
    onChanged();
  };
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (lines.length === 0) return null;
  return (
    <Box sx={{ maxWidth: 760, mt: 2 }}>
      <Section title="Earlier imports">
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {lines.map(({ id, operation, counts, about, run, isRefused }) => {
            const label = labelOf(operation, counts.Rows);
            return (
              <Stack key={id} component="li" direction="row" useFlexGap sx={line}>
                <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
                  <Muted>
                    {outcomeText(operation, counts)} · {about}
                    {run && ` · can be continued until ${minuteOf(run.at + maxAgeMs)}`}
                  </Muted>
                  {problem?.id === id && (
                    <Typography variant="body2" color="error" role="alert">
                      {problem.text}
                    </Typography>
                  )}
                </Box>
                {run && (
                  <Button variant="outlined" aria-label={`Continue: ${label}`} onClick={() => void open(run, id)}>
                    Continue
                  </Button>
                )}
                {isRefused && (
                  <Button
                    aria-label={`Download refused rows: ${label}`}
                    onClick={() => void saveRefused(id, operation)}
                  >
                    Refused rows
                  </Button>
                )}
                {run && (
                  <Button aria-label={`Delete the rows: ${label}`} onClick={() => void remove(run.id)}>
                    Delete rows
                  </Button>
                )}
              </Stack>
            );
          })}
        </Stack>
        <Muted sx={{ mt: 1 }}>
          Everyone who may view these records sees the imports, for a year. The rows themselves are in this browser
          only, until all are accepted, at most twelve hours or until you sign out.
        </Muted>
      </Section>
    </Box>
  );
}

export const openElsewhere = 'It is open in another tab. Close it there first, so that nothing is sent twice.';
