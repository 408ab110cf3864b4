import Typography from '@mui/material/Typography';
import { nameOfId, type ContractId } from '../contract-id.ts';
import { DateMarks } from './date-marks.tsx';
import { Where } from './where.tsx';
import { WordField } from './word-field.tsx';

/** The words of one payment. Needs its form around it. */
export function PaymentFields({ contract }: { contract: ContractId }) {
  return (
    <>
      <div>
        <Typography color="textSecondary">Payout contract {nameOfId(contract)}.</Typography>
        <Where />
      </div>
      <WordField word="PaymentDate" required autoFocus />
      <DateMarks word="PaymentDate" />
      <WordField word="PaymentAmount" required />
      <WordField word="PaymentIndicator" />
    </>
  );
}
