import { Group } from '../../kit/ui/group.tsx';
import type { Hints } from '../../domain/contract/mandate-fields.tsx';
import { FieldField } from '../../kit/form/field-input.tsx';

/** The fields of a client besides its number. */
export function ClientFields({ hints = {}, isNew }: { hints?: Hints; isNew?: boolean }) {
  return (
    <>
      <Group title="Person">
        <FieldField fieldName="ClientName" required={isNew} hint={hints.ClientName} />
        <FieldField fieldName="IDType" hint={hints.IDType} />
        <FieldField fieldName="IDNumber" hint={hints.IDNumber} />
        <FieldField fieldName="CellphoneNumber" hint={hints.CellphoneNumber} />
        <FieldField fieldName="EMail" hint={hints.EMail} />
      </Group>
      <Group title="Bank account" lead="Account and ID numbers are not kept when you leave this page.">
        <FieldField fieldName="BankCode" required={isNew} hint={hints.BankCode} />
        <FieldField fieldName="BranchCode" required={isNew} hint={hints.BranchCode} />
        <FieldField fieldName="AccountType" required={isNew} hint={hints.AccountType} />
        <FieldField fieldName="AccountNumber" required={isNew} hint={hints.AccountNumber} />
        <FieldField fieldName="AccountHolderName" hint={hints.AccountHolderName} />
      </Group>
    </>
  );
}
