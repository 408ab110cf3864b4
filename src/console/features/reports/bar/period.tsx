import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { reportDaysText } from '#console/domain/collections/report-text.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { ResetPeriod } from '#kit/dates/date-range.tsx';
import { offeredPresets, presets, type Direction } from '#kit/dates/ranges.ts';
import { TimeField } from '#kit/dates/time-field.tsx';
import { useDateRange } from '#kit/dates/use-date-range.ts';
import { MenuItems } from '#kit/ui/menu.tsx';
import { Chip } from './chip.tsx';

interface Props {
  direction: Direction;
  hasTimes: boolean;
}

/** A named range, or days and times of one's own. */
export function PeriodPicker({ direction, hasTimes }: Props) {
  const { range, reset } = useDateRange(direction, { hasTimes });
  const { preset, problem } = range;
  const isNamed = preset !== undefined && range.fromTime === undefined && range.toTime === undefined;
  return (
    <>
      <Chip
        name="Period"
        value={isNamed ? presets[preset] : problem ? 'To correct' : reportDaysText(range)}
        width={360}
      >
        {(close) => <Choices direction={direction} hasTimes={hasTimes} close={close} />}
      </Chip>
      {reset && <ResetPeriod {...reset} />}
    </>
  );
}

function Choices({ direction, hasTimes, close }: Props & { close(): void }) {
  const { range, choose } = useDateRange(direction, { hasTimes });
  const { from, to, fromTime, toTime, preset, problem } = range;
  const [isTiming, setTiming] = useState(false);
  const isTimed = isTiming || fromTime !== undefined || toTime !== undefined;
  const own = { from, to, 'from-time': fromTime, 'to-time': toTime };
  const day = (param: 'from' | 'to', label: string) => (
    <DateField
      label={label}
      value={own[param]}
      isTakenOnLeaving
      hasMarks={false}
      lean={direction === 'ahead' ? 'ahead' : 'near'}
      onChange={(value) => choose({ ...own, [param]: value })}
    />
  );
  const time = (param: 'from-time' | 'to-time', label: string) => (
    <TimeField
      label={label}
      value={own[param] ?? ''}
      isWrong={problem !== undefined}
      onChange={(value) => choose({ ...own, [param]: value || undefined })}
    />
  );
  return (
    <Box sx={{ '& [role=group]': { display: 'grid', gridTemplateColumns: '1fr 1fr' } }}>
      <MenuItems
        label="Period"
        groups={[
          offeredPresets(direction).map((name) => ({
            label: presets[name],
            isChecked: name === preset,
            act: () => choose({ range: name }),
          })),
        ]}
        close={close}
      />
      <Box
        component="fieldset"
        aria-label="Custom range"
        sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5, border: 0, m: 0, p: 1.25, minWidth: 0 }}
      >
        {day('from', 'From')}
        {day('to', 'To')}
        {isTimed && time('from-time', 'From time')}
        {isTimed && time('to-time', 'To time')}
        {hasTimes && !isTimed && (
          <Button onClick={() => setTiming(true)} sx={{ justifySelf: 'start' }}>
            Add times
          </Button>
        )}
        {problem && (
          <Box
            id="range-problem"
            role="alert"
            sx={{ gridColumn: '1 / -1', color: 'error.main', fontSize: '0.8125rem' }}
          >
            {problem}
          </Box>
        )}
      </Box>
    </Box>
  );
}
