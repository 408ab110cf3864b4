import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { explain, type CallError } from '#console/api/errors.ts';

/** A report that could not be loaded, so that the timeline lacks what it says. */
export interface Gap {
  name: string;
  error: CallError;
  retry: () => void;
}

export const gapsOf = (reads: Record<string, { error: CallError | null; refetch(): unknown }>): Gap[] =>
  Object.entries(reads).flatMap(([name, { error, refetch }]) =>
    error ? { name, error, retry: () => void refetch() } : [],
  );

export const TimelineGaps = ({ gaps }: { gaps: readonly Gap[] }) =>
  gaps.map(({ name, error, retry }) => (
    <Stack key={name} direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <span>
        {name} couldn’t be loaded: {explain(error).title.toLowerCase()}.
      </span>
      <Button size="small" variant="outlined" onClick={retry}>
        Try again
      </Button>
    </Stack>
  ));
