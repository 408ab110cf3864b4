import Box from '@mui/material/Box';

/** A cell with what matters less below. */
export const TwoLines = ({ first, second }: { first: string; second: string }) => (
  <Box sx={{ display: 'grid', py: 0.75, lineHeight: 1.25 }}>
    <span title={first} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {first}
    </span>
    <small title={second} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {second}
    </small>
  </Box>
);
