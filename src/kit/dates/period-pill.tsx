import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { PillMenu } from '#kit/list/pill.tsx';
import { MenuItems } from '#kit/ui/menu.tsx';
import { minuteText } from '#rules/day-text.ts';
import { DateField } from './date-field.tsx';
import { offeredPresets, rangeText, presets, type Direction, type Preset } from './ranges.ts';
import { TimeField } from './time-field.tsx';
import { useDateRange } from './use-date-range.ts';

interface Props {
  direction?: Direction;
  hasTimes?: boolean;
  /** The page's own period; by default the first of the direction. */
  own?: Preset;
  /** Says what is wrong with the period, where the page does not. */
  saysProblem?: boolean;
}

/** A named range, or days and times of one's own. */
export function PeriodPill(props: Props) {
  const { direction = 'back', hasTimes = false, own, saysProblem = false } = props;
  const { range, reset } = useDateRange(direction, { hasTimes, own });
  const { preset, problem, notice } = range;
  const isNamed = preset !== undefined && range.fromTime === undefined && range.toTime === undefined;
  return (
    <>
      <PillMenu
        name="Period"
        value={isNamed ? presets[preset] : problem ? 'To correct' : rangeText(range, minuteText)}
        width={360}
      >
        {(close) => <Choices {...props} close={close} />}
      </PillMenu>
      {reset && (
        // The page has the period that was chosen on another one.
        <Button size="small" title="This period was chosen on another page" onClick={reset.act}>
          Back to {presets[reset.to].toLowerCase()}
        </Button>
      )}
      {saysProblem && (problem ?? notice) && (
        <Box
          role={problem ? 'alert' : 'status'}
          sx={{ color: problem ? 'error.main' : 'warning.main', fontSize: '0.8125rem' }}
        >
          {problem ?? notice}
        </Box>
      )}
    </>
  );
}

function Choices({ direction = 'back', hasTimes = false, own: usual, close }: Props & { close(): void }) {
  const { range, choose } = useDateRange(direction, { hasTimes, own: usual });
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
