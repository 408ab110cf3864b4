import type { ComponentProps } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { FigureSkeletons, Skeletons } from '#kit/ui/states.tsx';
import { Missing } from './missing.tsx';

interface State {
  isLoading: boolean;
  error: CallError | null;
  retry(): void;
}

const isFailed = ({ error }: State) => error !== null && error.kind !== 'notFound';

/** The title of a record's page until its name is known, which its number can't replace: '' while it loads. */
export const titleOf = (noun: string, state: State): string =>
  state.isLoading ? '' : isFailed(state) ? noun : `${noun} not found`;

/** Loading, error and not found (404) of a record's page. */
export function RecordStates({ of: state, ...missing }: { of: State } & ComponentProps<typeof Missing>) {
  if (state.isLoading)
    return (
      <div>
        <Skeletons rows={1} height={24} />
        <FigureSkeletons height={212} />
        <Skeletons rows={13} />
      </div>
    );
  if (isFailed(state)) return <ErrorState error={state.error} retry={state.retry} />;
  return <Missing {...missing} />;
}
