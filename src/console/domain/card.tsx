import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { isPassing, nothingFound, type CallError } from '#console/api/errors.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Skeletons } from '#kit/ui/states.tsx';

export interface CardRead {
  isLoading: boolean;
  error: CallError | null;
  data?: unknown;
  refetch(): unknown;
}

interface Card {
  title: string;
  more?: { to: string; label: string };
  /** What else can be done with it. */
  menu?: ReactNode;
  read?: CardRead;
  /** Expected number of lines. */
  rows?: number;
  /** Pixels, reserved for the content. */
  minHeight?: number;
  /** Replaces the error if the service does not support this query. */
  refused?: ReactNode;
  children: ReactNode;
}

/** Each card has its own loading and error states. */
export function Card({ title, more, menu, read, rows = 3, minHeight, refused, children }: Card) {
  // What was read is shown on while the service does not answer.
  const error = read?.data !== undefined && isPassing(read.error) ? null : read?.error;
  const content = () => {
    if (read?.isLoading) return <Skeletons rows={minHeight ? Math.floor(minHeight / 36) : rows} />;
    if (error?.kind === 'refused' && refused) return <Typography color="textSecondary">{refused}</Typography>;
    if (error?.kind === 'notFound')
      return <Typography color="textSecondary">{`${nothingFound.title}. ${nothingFound.next}`}</Typography>;
    if (error) return <ErrorState error={error} retry={() => void read?.refetch()} />;
    return children;
  };
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ mb: 1, columnGap: 2, flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline' }}
      >
        <Typography variant="h2">{title}</Typography>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', my: menu ? '-8px' : 0 }}>
          {more && (
            <Link component={RouterLink} to={more.to} variant="body2">
              {more.label}
            </Link>
          )}
          {menu}
        </Box>
      </Stack>
      {minHeight ? <Box sx={{ minHeight }}>{content()}</Box> : content()}
    </Paper>
  );
}
