import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isPreset, offered, presets, rangeOf, withTimes, type Direction } from './ranges.ts';
import { useToday } from '../../session/today.ts';

/** Chooses the range, by name or by its days, and where a report takes times by them, and keeps it in the address. */
export function DateRange({ direction = 'back', hasTimes = false }: { direction?: Direction; hasTimes?: boolean }) {
  const [query, setQuery] = useSearchParams();
  const days = rangeOf(query, useToday(), direction);
  const range = hasTimes ? withTimes(days, query) : days;
  const { from, to, fromTime, toTime, preset, problem, notice } = range;
  const [isTiming, setTiming] = useState(false);
  const isTimed = isTiming || fromTime !== undefined || toTime !== undefined;

  const choose = (given: Record<string, string | undefined>, replace: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const param of ['range', 'from', 'to', 'from-time', 'to-time']) next.delete(param);
        for (const [param, value] of Object.entries(given)) if (value !== undefined) next.set(param, value);
        return next;
      },
      // Typing a year sets four dates; only choices by name are steps to go Back through.
      { replace },
    );

  const own = { from, to, 'from-time': fromTime, 'to-time': toTime };
  const time = (param: 'from-time' | 'to-time', label: string) => (
    <TextField
      label={label}
      type="time"
      size="small"
      value={own[param] ?? ''}
      error={problem !== undefined}
      onChange={(event) => choose({ ...own, [param]: event.target.value || undefined }, true)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { 'aria-describedby': problem && 'range-problem' } }}
      sx={{ minWidth: 110 }}
    />
  );
  const day = (param: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="date"
      size="small"
      value={range[param]}
      error={problem !== undefined}
      onChange={(event) => choose({ ...own, [param]: event.target.value }, true)}
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
          gridTemplateColumns: { xs: '1fr 1fr', sm: `repeat(${isTimed ? 5 : 4}, auto)` },
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
        {isTimed && time('from-time', 'From time')}
        {day('to', 'To')}
        {isTimed && time('to-time', 'To time')}
        {hasTimes && !isTimed && <Button onClick={() => setTiming(true)}>Add times</Button>}
      </Box>
      {notice && (
        <Box role="status" sx={{ color: 'warning.main', fontSize: '0.86rem', mt: 0.5 }}>
          {notice}
        </Box>
      )}
      {problem && (
        <Box id="range-problem" role="alert" sx={{ color: 'error.main', fontSize: '0.86rem', mt: 0.5 }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
