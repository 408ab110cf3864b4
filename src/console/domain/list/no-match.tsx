import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { EmptyState } from '#kit/ui/states.tsx';

/** A list of which nothing fits the search or the filters. */
export const NoMatch = ({
  what,
  text,
  onClear,
  children,
}: {
  what: string;
  /** The searched text; '' if only filters are set. */
  text: string;
  onClear: () => void;
  /** Further steps. */
  children?: ReactNode;
}) => (
  <EmptyState
    drawing="search"
    title={`No ${what} matches`}
    action={
      text && (
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
          <Button variant="outlined" onClick={onClear}>
            Clear search
          </Button>
          {children}
        </Stack>
      )
    }
  >
    {text ? `Nothing was found for “${text}” as a name or number.` : 'Choose another filter.'}
  </EmptyState>
);
