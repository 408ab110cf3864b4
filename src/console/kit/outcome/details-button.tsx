import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { recentCalls, type CallRecord } from '#console/api/call-log.ts';
import type { ApiResponse } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import { openDetails } from './details-open.ts';

const isOf = (it: CallRecord, operation: OperationName, api?: ApiResponse) =>
  it.operation === operation && it.callSequence === (api?.CallSequence || undefined);

/** Opens the technical facts behind a result or an error, which support and integrators ask for. */
export function DetailsButton({
  operation,
  api,
  at,
  answer,
  call: known,
}: {
  operation: OperationName;
  api?: ApiResponse;
  /** When a call got no answer, as an ISO instant. */
  at?: string;
  /** What came, where it is more than its number: copied with it. No account or ID number is in it. */
  answer?: string;
  /** The call itself, where it is at hand. */
  call?: CallRecord;
}) {
  // Looked up when the answer is first drawn: a call without a number is the latest of its name only then.
  const { call } = useMemo(
    () => ({ at, call: known ?? recentCalls().find((it) => isOf(it, operation, api)) }),
    [operation, api, at, known],
  );
  return (
    <Button
      size="small"
      color="inherit"
      variant="text"
      aria-haspopup="dialog"
      onClick={() => openDetails({ call, answer })}
      sx={{ alignSelf: 'flex-start', minWidth: 0, ml: -1, fontWeight: 400, textDecoration: 'underline' }}
    >
      Details
    </Button>
  );
}
