import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { put, useAddress } from '#console/kit/address/address.ts';
import { PlainSelect } from '#console/kit/form/plain-field.tsx';
import { useToday } from '#console/session/today.ts';
import { DateField } from './date-field.tsx';
import { isPreset, offered, presets, rangeOf, withTimes, type Direction } from './ranges.ts';
import { TimeField } from './time-field.tsx';

const noRange = { range: '', from: '', to: '', 'from-time': '', 'to-time': '' };

/** Stored in the address. */
export function DateRange({
  direction = 'back',
  hasTimes = false,
  isCompact = false,
}: {
  direction?: Direction;
  hasTimes?: boolean;
  /** One line without labels; the days of a named range are not shown. */
  isCompact?: boolean;
}) {
  const [query, change] = useAddress();
  const days = rangeOf(query, useToday(), direction);
  const range = hasTimes ? withTimes(days, query) : days;
  const { from, to, fromTime, toTime, preset, problem, notice } = range;
  const [isTiming, setTiming] = useState(false);
  const isTimed = isTiming || fromTime !== undefined || toTime !== undefined;

  const choose = (given: Record<string, string | undefined>) => change((now) => put(now, { ...noRange, ...given }));

  const own = { from, to, 'from-time': fromTime, 'to-time': toTime };
  // A custom range shows its days.
  const hides = preset !== undefined && !problem && !isTimed;
  const shown = { display: { xs: hides ? 'none' : undefined, sm: hides && isCompact ? 'none' : 'block' } };
  const time = (param: 'from-time' | 'to-time', label: string) => (
    <Box sx={{ width: { sm: 104 } }}>
      <TimeField
        label={label}
        value={own[param] ?? ''}
        isWrong={problem !== undefined}
        onChange={(value) => choose({ ...own, [param]: value || undefined })}
      />
    </Box>
  );
  const day = (param: 'from' | 'to', label: string) => (
    <Box sx={{ width: { sm: 164 }, ...shown }}>
      <DateField
        label={label}
        isBare={isCompact}
        value={range[param]}
        isTakenOnLeaving
        hasMarks={false}
        lean={direction === 'ahead' ? 'ahead' : 'near'}
        onChange={(value) => choose({ ...own, [param]: value })}
      />
    </Box>
  );

  return (
    <Box
      component="fieldset"
      aria-label="Range of whole days"
      sx={{ flex: { xs: isCompact ? 'none' : '1 1 100%', sm: 'none' }, border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          rowGap: 1.5,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(6, auto)' },
          justifyContent: 'start',
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 150, gridColumn: { xs: 'span 2', sm: 'auto' } }}>
          <PlainSelect
            label="Range"
            isBare={isCompact}
            value={preset ?? 'own'}
            onChange={({ target: { value } }) => choose(isPreset(value) ? { range: value } : { from, to })}
          >
            {offered(direction).map((name) => (
              <option key={name} value={name}>
                {presets[name]}
              </option>
            ))}
            <option value="own">Custom range</option>
          </PlainSelect>
        </Box>
        {day('from', 'From')}
        {isTimed && time('from-time', 'From time')}
        {day('to', 'To')}
        {isTimed && time('to-time', 'To time')}
        {hasTimes && !isTimed && (
          <Button
            onClick={() => setTiming(true)}
            sx={{ alignSelf: 'end', ...(hides && { display: { xs: 'none', sm: 'inline-flex' } }) }}
          >
            Add times
          </Button>
        )}
      </Box>
      {notice && (
        <Box role="status" sx={{ color: 'warning.main', fontSize: '0.8125rem', mt: 0.5 }}>
          {notice}
        </Box>
      )}
      {problem && (
        <Box id="range-problem" role="alert" sx={{ color: 'error.main', fontSize: '0.8125rem', mt: 0.5 }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
