import { weekdayName } from '../../../rules/day-text.ts';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { fixedText, marksOf } from './table.tsx';
import { useToday } from '../../session/today.ts';

/** Weekday and what to know of the date that is in the form around it. */
export function DateMarks({ fieldName }: { fieldName: string }) {
  const at = (useWatch({ name: fieldName }) as string | null | undefined) ?? '';
  const today = useToday();
  const marks = marksOf(at, today);
  const fixed = fixedText(at, today);
  if (!weekdayName(at)) return null;
  return (
    <>
      <Typography variant="body2" color={marks.length > 0 ? 'warning' : 'textSecondary'}>
        {[weekdayName(at), ...marks].join(' · ')}
      </Typography>
      {fixed && (
        <Typography variant="body2" color="warning" role="status">
          {fixed}
        </Typography>
      )}
    </>
  );
}
