import { Group } from '../../kit/ui/group.tsx';
import type { Hints } from '../../domain/contract/mandate-fields.tsx';
import { WordField } from '../../kit/form/field-input.tsx';

/** The words of a client besides its number. */
export function ClientFields({ hints = {}, isNew }: { hints?: Hints; isNew?: boolean }) {
  return (
    <>
      <Group title="Person">
        <WordField word="ClientName" required={isNew} hint={hints.ClientName} />
        <WordField word="IDType" hint={hints.IDType} />
        <WordField word="IDNumber" hint={hints.IDNumber} />
        <WordField word="CellphoneNumber" hint={hints.CellphoneNumber} />
        <WordField word="EMail" hint={hints.EMail} />
      </Group>
      <Group title="Bank account" lead="Account and ID numbers are not kept when you leave this page.">
        <WordField word="BankCode" required={isNew} hint={hints.BankCode} />
        <WordField word="BranchCode" required={isNew} hint={hints.BranchCode} />
        <WordField word="AccountType" required={isNew} hint={hints.AccountType} />
        <WordField word="AccountNumber" required={isNew} hint={hints.AccountNumber} />
        <WordField word="AccountHolderName" hint={hints.AccountHolderName} />
      </Group>
    </>
  );
}
