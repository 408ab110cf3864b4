import type { ReactNode } from 'react';
import type { CallError } from '../api/errors.ts';
import { EmptyState, ErrorState, Skeletons } from '../kit/ui/states.tsx';

/** Of a page about one record, while there is none to show: it is on its way, could not be read, or is not there. */
export function RecordStates({
  of: { isLoading, error, retry },
  children,
}: {
  of: { isLoading: boolean; error: CallError | null; retry(): void };
  /** What is not there. */
  children: ReactNode;
}) {
  if (isLoading) return <Skeletons rows={8} />;
  if (error) return <ErrorState error={error} retry={retry} />;
  return <EmptyState title="Not found">{children}</EmptyState>;
}
