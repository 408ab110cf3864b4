import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Tiles {
  /** `grid-template-columns`, by the width of the screen where it depends on it. */
  columns: string | Record<string, string>;
  gap?: number;
  children: ReactNode;
}

export const Tiles = ({ columns, gap = 2, children }: Tiles) => (
  <Box sx={{ display: 'grid', gap, alignItems: 'start', gridTemplateColumns: columns }}>{children}</Box>
);
