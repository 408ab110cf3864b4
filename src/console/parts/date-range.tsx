import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useSearchParams } from 'react-router-dom';
import { isPreset, offered, presets, rangeOf, type Direction } from './ranges.ts';
import { useToday } from './today.ts';

/** Chooses the range, by name or by its days, and keeps it in the address. Both kinds of reports take whole days. */
export function DateRange({ direction = 'back' }: { direction?: Direction }) {
  const [query, setQuery] = useSearchParams();
  const range = rangeOf(query, useToday(), direction);
  const { from, to, preset, problem } = range;

  const choose = (words: Record<string, string>, replace: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const word of ['range', 'from', 'to']) next.delete(word);
        for (const [word, value] of Object.entries(words)) next.set(word, value);
        return next;
      },
      // Typing a year sets four dates; only choices by name are steps to go Back through.
      { replace },
    );

  const day = (word: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="date"
      size="small"
      value={range[word]}
      error={problem !== undefined}
      onChange={(event) => choose({ from, to, [word]: event.target.value }, true)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min: '1900-01-01', max: '9999-12-31', 'aria-describedby': problem && 'range-problem' },
      }}
      sx={{ minWidth: 150 }}
    />
  );

  return (
    <Box component="fieldset" aria-label="Range of whole days" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, auto)' },
          justifyContent: 'start',
        }}
      >
        <TextField
          select
          label="Range"
          size="small"
          value={preset ?? 'own'}
          onChange={({ target: { value } }) => choose(isPreset(value) ? { range: value } : { from, to }, false)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 140, gridColumn: { xs: 'span 2', sm: 'auto' } }}
        >
          {offered(direction).map((name) => (
            <option key={name} value={name}>
              {presets[name]}
            </option>
          ))}
          <option value="own">Own days</option>
        </TextField>
        {day('from', 'From')}
        {day('to', 'To')}
      </Box>
      {problem && (
        <Box id="range-problem" role="alert" sx={{ color: 'error.main', fontSize: '0.86rem', mt: 0.5 }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
