import Typography from '@mui/material/Typography';
import { DateMarks } from './date-marks.tsx';
import { Where } from './where.tsx';
import { WordField } from './word-field.tsx';

/** The words of one payment. Needs its form around it. */
export function PaymentFields({ contract }: { contract: number }) {
  return (
    <>
      <div>
        <Typography color="textSecondary">Payout contract {contract}.</Typography>
        <Where />
      </div>
      <WordField word="PaymentDate" required autoFocus />
      <DateMarks word="PaymentDate" />
      <WordField word="PaymentAmount" required />
      <WordField word="PaymentIndicator" />
    </>
  );
}
