import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { recentCalls, type CallRecord } from '#console/api/call-log.ts';
import type { CallName } from '#console/api/errors.ts';
import type { ApiResponse } from '#contract/operation.ts';
import { openDetails } from './details-open.ts';

const isOf = (record: CallRecord, operation: CallName, api?: ApiResponse) =>
  record.operation === operation && record.callSequence === (api?.CallSequence || undefined);

/** Opens the technical details that support and integrators need. */
export function DetailsButton(props: {
  operation: CallName;
  api?: ApiResponse;
  /** Time of a call without an answer, as an ISO instant. */
  at?: string;
  /** The answer without account and ID numbers; copied with the details. */
  answer?: string;
  /** The call, if known. */
  call?: CallRecord;
}) {
  const { operation, api, at, answer, call: known } = props;
  // Only at the first render, when a call without a number is still the latest of its name.
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
