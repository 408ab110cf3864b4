import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { EmptyState, ErrorState } from '#console/kit/ui/states.tsx';

/** Loading, error and not found (404) of a record's page. */
export function RecordStates({
  of: { isLoading, error, retry },
  children,
}: {
  of: { isLoading: boolean; error: CallError | null; retry(): void };
  /** Shown if the record does not exist. */
  children: ReactNode;
}) {
  if (isLoading)
    return (
      // Status and numbers, key facts, folded terms, first table.
      <Stack role="status" aria-label="Loading" spacing={2}>
        <Skeleton variant="rounded" width={280} height={20} />
        <Skeleton variant="rounded" height={100} />
        <Skeleton variant="rounded" height={46} />
        <Skeleton variant="rounded" height={420} />
      </Stack>
    );
  if (error && error.kind !== 'notFound') return <ErrorState error={error} retry={retry} />;
  return (
    <EmptyState title="Not found">
      {children} Check the number, and that the merchant and product above are the right ones.
    </EmptyState>
  );
}
