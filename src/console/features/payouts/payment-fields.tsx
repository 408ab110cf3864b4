import Typography from '@mui/material/Typography';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { DateMarks } from '#console/domain/schedule/date-marks.tsx';
import { TenantLine } from '#console/domain/write/tenant-line.tsx';
import type { ContractId } from '#console/model/contract-id.ts';

/** The words of one payment. Needs its form around it. */
export function PaymentFields({ contract }: { contract: ContractId }) {
  const phraseOf = useContractPhrases('payouts');
  return (
    <>
      <div>
        <Typography color="textSecondary">For {phraseOf(contract)}.</Typography>
        <TenantLine />
      </div>
      <FieldInput fieldName="PaymentDate" required autoFocus />
      <DateMarks fieldName="PaymentDate" />
      <FieldInput fieldName="PaymentAmount" required />
      <FieldInput fieldName="PaymentIndicator" />
    </>
  );
}
