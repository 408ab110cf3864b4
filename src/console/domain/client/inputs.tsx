import type { Hints } from '#console/domain/contract/mandate-fields.tsx';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { Group } from '#kit/ui/group.tsx';
import { ClientNumberInput } from './numbers.tsx';

/** The fields of a client, required ones first. */
export function ClientFields({ hints = {}, isNew }: { hints?: Hints; isNew?: boolean }) {
  return (
    <>
      <Group title="Client">
        {isNew && <ClientNumberInput />}
        <FieldInput fieldName="ClientName" required={isNew} hint={hints.ClientName} />
      </Group>
      <Group title="Bank account" lead="For security, account and ID numbers aren’t saved in drafts.">
        <FieldInput fieldName="BankCode" required={isNew} hint={hints.BankCode} />
        <FieldInput fieldName="BranchCode" required={isNew} hint={hints.BranchCode} />
        <FieldInput fieldName="AccountType" required={isNew} hint={hints.AccountType} />
        <FieldInput fieldName="AccountNumber" required={isNew} hint={hints.AccountNumber} />
        <FieldInput
          fieldName="AccountHolderName"
          hint={hints.AccountHolderName ?? 'Only if different from the client'}
        />
      </Group>
      <Group title="Contact and identity">
        <FieldInput fieldName="CellphoneNumber" hint={hints.CellphoneNumber} />
        <FieldInput fieldName="EMail" hint={hints.EMail} />
        <FieldInput fieldName="IDType" hint={hints.IDType} />
        <FieldInput fieldName="IDNumber" hint={hints.IDNumber} />
      </Group>
    </>
  );
}
