import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { ApiResponse } from '../../../contract/operation.ts';
import { operations, type OperationName } from '../../../contract/operations.ts';
import { recentCalls, useRecentCalls, type CallRecord } from '../../api/call-log.ts';
import { useConfig } from '../../api/config.ts';
import { useTenant, type Tenant } from '../../api/tenant.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** What support needs to find a call: no field of the request, so no account number can be in it. */
const line = ({ operation, callSequence, name, version, status, outcome, at }: Partial<CallRecord>): string =>
  [
    `call ${callSequence ?? 'without number'}`,
    operation,
    name && `named ${name}`,
    version && `version ${version}`,
    status,
    outcome,
    at,
  ]
    .filter((it) => it !== undefined)
    .join(' · ');

const headOf = ({ merchant, product }: Tenant) => `merchant ${merchant} · product ${product}`;

const isOf = (it: CallRecord, operation: OperationName, api?: ApiResponse) =>
  it.operation === operation && it.callSequence === (api?.CallSequence || undefined);

/** The time of an instant on the service's own wall, as people on the phone say it. */
const timeOf = (at: string, timeZone: string): string => new Date(at).toLocaleTimeString('sv-SE', { timeZone });

/**
 * The reference of one answer, or of a call that got none: number, name and time, and a button that copies them. An answer
 * may come without a number; support then finds the call by its name and its time.
 */
export function CallReference({
  operation,
  api,
  at,
  details,
}: {
  operation: OperationName;
  api?: ApiResponse;
  /** When a call got no answer, as an ISO instant. */
  at?: string;
  /** What came, where it is more than its number: copied with it. No account or ID number is in it. */
  details?: string;
}) {
  const tenant = useTenant();
  const { timeZone } = useConfig();
  const callSequence = api?.CallSequence || undefined;
  // Looked up when the answer is first drawn: a call without a number is the latest of its name only then.
  const noted = useMemo(
    () => ({ at, api, call: recentCalls().find((it) => isOf(it, operation, api)) }),
    [operation, api, at],
  ).call;
  if (!callSequence && !noted) return null;
  const reference = line(noted ?? { operation, callSequence, outcome: api?.Status });
  const text = [headOf(tenant), reference, details].filter(Boolean).join('\n');
  const facts = [operation, noted && timeOf(noted.at, timeZone)].filter(Boolean).join(' · ');
  return (
    <Typography component="p" variant="body2" color="textSecondary">
      Call reference {callSequence ?? 'not given'} · {facts}
      <CopyButton text={text} name={details ? 'for support' : `call reference ${callSequence ?? operation}`} />
    </Typography>
  );
}

/** The latest calls of this console, newest first, and one button that copies them for support. */
export function SupportCard({ limit = 10 }: { limit?: number }) {
  const tenant = useTenant();
  const calls = useRecentCalls().slice(0, limit);
  if (calls.length === 0) return <Typography color="textSecondary">No calls yet.</Typography>;
  return (
    <Stack spacing={1}>
      <Box>
        <CopyButton text={[headOf(tenant), ...calls.map(line)].join('\n')} name="details for support" />
      </Box>
      <Box component="ol" sx={{ m: 0, pl: 3, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
        {calls.map((it) => (
          <li key={`${it.at} ${it.operation} ${it.callSequence}`}>
            {operations[it.operation].summary}
            <Typography variant="body2" color="textSecondary">
              {line(it)}
            </Typography>
          </li>
        ))}
      </Box>
    </Stack>
  );
}
