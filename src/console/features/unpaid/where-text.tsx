import Box from '@mui/material/Box';
import type { Where } from './where.ts';

const colours = { good: 'success.main', bad: 'error.main', quiet: 'text.secondary' } as const;

/** Where the follow-up is; good and bad ends are coloured besides what they say. */
export const WhereText = ({ where: { text, tone } }: { where: Where }) => (
  <Box component="span" title={text} sx={{ color: tone && colours[tone] }}>
    {text}
  </Box>
);
