import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { fieldOf } from '../../../contract/fields.ts';
import { useLabels } from '../../api/lookups.ts';
import { WordValue } from './format.tsx';

/**
 * Some words of a record. "Not returned" is not "empty": retrieve answers are subsets (interface, Mandate), and who takes
 * a word that was not returned for an empty one wipes it with the next edit (features, C5).
 */
export function Facts({ record, words }: { record: object; words: readonly string[] }) {
  const labelOf = useLabels(words);
  const held = record as Record<string, unknown>;

  const valueOf = (word: string): ReactNode => {
    const value = held[word];
    if (value === undefined) return <Muted>not returned</Muted>;
    if (value === null || value === '') return <Muted label="empty">—</Muted>;
    return <WordValue word={word} value={value} label={labelOf(word, value, held)} />;
  };

  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))',
        columnGap: 3,
        rowGap: 2,
      }}
    >
      {words.map((word) => (
        <div key={word}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {fieldOf(word)?.label ?? word}
          </Typography>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {valueOf(word)}
          </Box>
        </div>
      ))}
    </Box>
  );
}

const Muted = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Box component="span" role={label && 'img'} aria-label={label} sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
);
