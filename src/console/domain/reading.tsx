import Button from '@mui/material/Button';
import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Page } from '#kit/ui/page.tsx';
import { ReadingBar, useIsLong } from '#kit/ui/reading-bar.tsx';
import { EmptyState } from '#kit/ui/states.tsx';

interface Props {
  /** The page's title. */
  title: string;
  /** `Reading this month’s transactions`. */
  what: string;
  /** The operations whose first answers the page needs. */
  isRead?(operation: string): boolean;
  children: ReactNode;
}

const isReport = (operation: string) => operation.endsWith('Report');

/** A page that reads much: after a while it says what it is reading. Stopped, it offers to read again. */
export function Reading({ title, what, isRead = isReport, children }: Props) {
  const queries = useQueryClient();
  const [isStopped, setStopped] = useState(false);
  const [most, setMost] = useState(0);
  const predicate = ({ queryKey: [operation], state }: Query) =>
    state.status === 'pending' && typeof operation === 'string' && isRead(operation);
  const left = useIsFetching({ predicate });
  if (left > most) setMost(left);
  else if (left === 0 && most > 0) setMost(0);
  const isLong = useIsLong(left > 0);
  if (isStopped)
    return (
      <Page title={title}>
        <EmptyState
          title="Stopped before everything was read"
          action={
            <Button variant="contained" onClick={() => setStopped(false)}>
              Read again
            </Button>
          }
        >
          Nothing is shown, because it would be incomplete.
        </EmptyState>
      </Page>
    );
  return (
    <>
      {children}
      {isLong && (
        <ReadingBar
          label={what}
          what={what}
          done={most - left}
          total={most}
          onCancel={() => {
            setStopped(true);
            void queries.cancelQueries({ predicate });
          }}
        />
      )}
    </>
  );
}
