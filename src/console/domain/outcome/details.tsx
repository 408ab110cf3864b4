import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRecentCalls, type CallRecord } from '#console/api/call-log.ts';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { operations } from '#contract/operations.ts';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { curlOf } from './curl.ts';
import { closeDetails, useOpenDetails } from './details-open.ts';

/** Identifies a call for support. Contains no field of the request, so no account number. */
const line = ({ operation, callSequence, name, version, status, outcome, at, milliseconds }: CallRecord): string =>
  [
    `call ${callSequence ?? 'without number'}`,
    operation,
    name && `named ${name}`,
    version && `version ${version}`,
    status,
    outcome,
    at,
    `${milliseconds} ms`,
  ]
    .filter((it) => it !== undefined)
    .join(' · ');

/** The wall-clock time at the service, as people say it on the phone. */
const timeOf = (at: string, timeZone: string): string => new Date(at).toLocaleTimeString('sv-SE', { timeZone });

function Call({ call }: { call: CallRecord }) {
  const { timeZone } = useConfig();
  const { summary } = operations[call.operation];
  const hasFailed = call.status === undefined || call.status >= 400;
  return (
    <Box
      component="li"
      sx={{
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 1,
        alignItems: 'center',
      }}
    >
      <div>
        <Typography sx={{ fontWeight: 600 }}>{summary}</Typography>
        <Muted sx={{ overflowWrap: 'anywhere' }}>
          {call.name ?? call.operation} · {call.callSequence ?? 'no number'} · {timeOf(call.at, timeZone)} ·{' '}
          <Box component="span" sx={hasFailed ? { color: 'error.main', fontWeight: 600 } : undefined}>
            {[call.status, call.outcome]
              .filter((it, at, all) => it !== undefined && String(it) !== String(all[at - 1]))
              .join(' ')}
          </Box>{' '}
          · {call.milliseconds} ms
        </Muted>
      </div>
      <CopyButton label="Copy as curl" name={summary} text={curlOf(call, location.origin)} />
    </Box>
  );
}

function List({ label, calls }: { label: string; calls: readonly CallRecord[] }) {
  return (
    <Box component="ol" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none', fontVariantNumeric: 'tabular-nums' }}>
      {calls.map((it) => (
        <Call key={`${it.at} ${it.operation} ${it.callSequence}`} call={it} />
      ))}
    </Box>
  );
}

/**
 * Every call of this window with number, time, status and duration, to copy without account numbers, or to repeat with
 * curl without a token.
 */
export function Details() {
  const about = useOpenDetails();
  const { merchant, product } = useTenant();
  const all = useRecentCalls();
  const { call, answer } = about ?? {};
  const others = all.filter((it) => it !== call);
  const head = `merchant ${merchant} · product ${product}`;
  const text = [head, ...(call ? [line(call)] : all.slice(0, 10).map(line)), answer].filter(Boolean).join('\n');
  return (
    <Modal
      title="Details"
      onClose={closeDetails}
      actions={<CopyButton label="Copy for support" name="" text={text} variant="contained" />}
    >
      <Stack spacing={2}>
        <Typography color="textSecondary">
          API activity in this window. Copies never include account numbers, ID numbers or tokens.
        </Typography>
        {call && (
          <div>
            <Typography variant="h3">This one</Typography>
            <List label="This one" calls={[call]} />
            {answer && (
              <Box
                component="pre"
                tabIndex={0}
                sx={{
                  m: 0,
                  maxHeight: 160,
                  overflow: 'auto',
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                  font: 'inherit',
                }}
              >
                {answer}
              </Box>
            )}
          </div>
        )}
        {all.length === 0 ? (
          <Typography color="textSecondary">Nothing yet.</Typography>
        ) : (
          others.length > 0 && (
            <div>
              {call && <Typography variant="h3">Around the same time</Typography>}
              <List label="All requests" calls={others} />
            </div>
          )
        )}
      </Stack>
    </Modal>
  );
}
