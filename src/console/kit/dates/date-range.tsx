import Box from '@mui/material/Box';
import { PlainSelect } from '#console/kit/form/plain-field.tsx';
import { DateField } from './date-field.tsx';
import { isPreset, offered, presets, type Direction } from './ranges.ts';
import { useDateRange } from './use-date-range.ts';

export function DateRange(props: {
  direction?: Direction;
  /** One line without labels; the days of a named range are not shown. */
  isCompact?: boolean;
}) {
  const { direction = 'back', isCompact = false } = props;
  const [{ from, to, preset, problem, notice }, choose] = useDateRange(direction);
  const own = { from, to };
  // A custom range shows its days.
  const hides = preset !== undefined && !problem;
  const shown = { display: { xs: hides ? 'none' : undefined, sm: hides && isCompact ? 'none' : 'block' } };
  const day = (param: 'from' | 'to', label: string) => (
    <Box sx={{ width: { sm: 144 }, ...shown }}>
      <DateField
        label={label}
        isBare={isCompact}
        value={own[param]}
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
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, auto)' },
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
        {day('to', 'To')}
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
