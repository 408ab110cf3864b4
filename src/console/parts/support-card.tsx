import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ApiResponse } from '../../contract/operation.ts';
import { operations, type OperationName } from '../../contract/operations.ts';
import { useRecentCalls, type CallRecord } from '../calls.ts';
import { usePlace, type Place } from '../place.ts';
import { CopyButton } from './copy-button.tsx';

/** What support needs to find a call: no word of the request, so no account number can be in it (features, C9). */
const line = ({ operation, callSequence, status, outcome, at }: Partial<CallRecord>): string =>
  [`call ${callSequence ?? 'without number'}`, operation, status, outcome, at]
    .filter((it) => it !== undefined)
    .join(' · ');

const headOf = ({ merchant, product }: Place) => `merchant ${merchant} · product ${product}`;

/** The reference of one answer with a button that copies it. */
export function CallReference({ operation, api }: { operation: OperationName; api?: ApiResponse }) {
  const place = usePlace();
  const calls = useRecentCalls();
  // An answer may come without a number; then there is nothing that support could look for.
  const callSequence = api?.CallSequence;
  if (!callSequence) return null;
  const noted = calls.find((it) => it.operation === operation && it.callSequence === callSequence);
  const text = `${headOf(place)}\n${line(noted ?? { operation, callSequence, outcome: api.Status })}`;
  return (
    <Typography component="p" variant="body2" color="textSecondary">
      Call reference {callSequence}
      <CopyButton text={text} name={`call reference ${callSequence}`} />
    </Typography>
  );
}

/** The latest calls of this console, newest first, and one button that copies them for support. */
export function SupportCard({ limit = 10 }: { limit?: number }) {
  const place = usePlace();
  const calls = useRecentCalls().slice(0, limit);
  if (calls.length === 0) return <Typography color="textSecondary">No calls yet.</Typography>;
  return (
    <Stack spacing={1}>
      <Box>
        <CopyButton text={[headOf(place), ...calls.map(line)].join('\n')} name="details for support" />
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
