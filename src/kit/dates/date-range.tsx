import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { PlainSelect } from '#kit/form/plain-field.tsx';
import { DateField } from './date-field.tsx';
import { isPreset, offeredPresets, presets, type Direction, type Preset } from './ranges.ts';
import { useDateRange } from './use-date-range.ts';

/** Shown while a page has the period that was chosen on another one. */
export const ResetPeriod = ({ to, act }: { to: Preset; act(): void }) => (
  <Button size="small" title="This period was chosen on another page" onClick={act}>
    Back to {presets[to].toLowerCase()}
  </Button>
);

export function DateRange(props: {
  direction?: Direction;
  /** The page's own period; by default the first of the direction. */
  own?: Preset;
  /** One line without labels. */
  isCompact?: boolean;
}) {
  const { direction = 'back', isCompact = false } = props;
  const { range, reset, choose } = useDateRange(direction, { own: props.own });
  const { from, to, preset, problem, notice } = range;
  const own = { from, to };
  // A named period says its days.
  const hasDays = preset === undefined || Boolean(problem);
  const day = (param: 'from' | 'to', label: string) => (
    <Box sx={{ width: { sm: 160 } }}>
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
            label="Period"
            isBare={isCompact}
            value={preset ?? 'own'}
            onChange={({ target: { value } }) => choose(isPreset(value) ? { range: value } : { from, to })}
          >
            {offeredPresets(direction).map((name) => (
              <option key={name} value={name}>
                {presets[name]}
              </option>
            ))}
            <option value="own">Custom range</option>
          </PlainSelect>
        </Box>
        {hasDays && day('from', 'From')}
        {hasDays && day('to', 'To')}
      </Box>
      {reset && <ResetPeriod {...reset} />}
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
