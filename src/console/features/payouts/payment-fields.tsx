import Typography from '@mui/material/Typography';
import { nameOfId, type ContractId } from '../../api/contract-id.ts';
import { DateMarks } from '../../domain/schedule/date-marks.tsx';
import { Where } from '../../domain/write/tenant-line.tsx';
import { WordField } from '../../kit/form/field-input.tsx';

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
