import Typography from '@mui/material/Typography';
import { nameOfId, type ContractId } from '../../api/contract-id.ts';
import { DateMarks } from '../../domain/schedule/date-marks.tsx';
import { TenantLine } from '../../domain/write/tenant-line.tsx';
import { FieldInput } from '../../kit/form/field-input.tsx';

/** The words of one payment. Needs its form around it. */
export function PaymentFields({ contract }: { contract: ContractId }) {
  return (
    <>
      <div>
        <Typography color="textSecondary">Payout contract {nameOfId(contract)}.</Typography>
        <TenantLine />
      </div>
      <FieldInput fieldName="PaymentDate" required autoFocus />
      <DateMarks fieldName="PaymentDate" />
      <FieldInput fieldName="PaymentAmount" required />
      <FieldInput fieldName="PaymentIndicator" />
    </>
  );
}
