import { Group } from '../../kit/ui/group.tsx';
import type { Hints } from '../../domain/contract/mandate-fields.tsx';
import { FieldInput } from '../../kit/form/field-input.tsx';

/** The fields of a client besides its number. */
export function ClientFields({ hints = {}, isNew }: { hints?: Hints; isNew?: boolean }) {
  return (
    <>
      <Group title="Person">
        <FieldInput fieldName="ClientName" required={isNew} hint={hints.ClientName} />
        <FieldInput fieldName="IDType" hint={hints.IDType} />
        <FieldInput fieldName="IDNumber" hint={hints.IDNumber} />
        <FieldInput fieldName="CellphoneNumber" hint={hints.CellphoneNumber} />
        <FieldInput fieldName="EMail" hint={hints.EMail} />
      </Group>
      <Group title="Bank account" lead="Account and ID numbers are not kept when you leave this page.">
        <FieldInput fieldName="BankCode" required={isNew} hint={hints.BankCode} />
        <FieldInput fieldName="BranchCode" required={isNew} hint={hints.BranchCode} />
        <FieldInput fieldName="AccountType" required={isNew} hint={hints.AccountType} />
        <FieldInput fieldName="AccountNumber" required={isNew} hint={hints.AccountNumber} />
        <FieldInput fieldName="AccountHolderName" hint={hints.AccountHolderName} />
      </Group>
    </>
  );
}
