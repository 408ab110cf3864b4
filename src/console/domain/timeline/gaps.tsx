import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { explain, type CallError } from '#console/api/errors.ts';

/** Reports that could not be loaded, so that the timeline lacks what they say. */
export const TimelineGaps = ({ gaps }: { gaps: readonly { name: string; error: CallError; retry: () => void }[] }) =>
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
