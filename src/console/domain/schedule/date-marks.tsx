import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { useToday } from '#console/session/today.ts';
import { fixedText } from './table.tsx';

/** Warns if the form's date can't be changed any more. */
export function DateMarks({ fieldName }: { fieldName: string }) {
  const at = (useWatch({ name: fieldName }) as string | null | undefined) ?? '';
  const today = useToday();
  const fixed = fixedText(at, today);
  if (!fixed) return null;
  return (
    <Typography variant="body2" color="warning" role="status">
      {fixed}
    </Typography>
  );
}
