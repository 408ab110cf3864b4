import { Group } from '../../../kit/ui/group.tsx';
import { FirstCollectionFields, TimeFields, type Hints } from '../../../domain/contract/mandate-fields.tsx';
import { FieldInput } from '../../../kit/form/field-input.tsx';

/** The terms of a contract without a mandate: fewer fields than a mandate's, none of which steps. */
export function ContractFields({ hints = {}, isNew }: { hints?: Hints; isNew?: boolean }) {
  return (
    <>
      <TimeFields hints={hints} isNew={isNew} />
      <Group title="How much">
        <FieldInput fieldName="InstalmentAmount" required={isNew} hint={hints.InstalmentAmount} />
        <FieldInput
          fieldName="NumberOfInstalments"
          hint={hints.NumberOfInstalments ?? 'Empty: open-ended, until cancelled.'}
        />
      </Group>
      <Group title="How">
        <FieldInput fieldName="TrackingCode" hint={hints.TrackingCode} />
        <FieldInput fieldName="CTCPercentage" hint={hints.CTCPercentage} />
      </Group>
      <FirstCollectionFields hints={hints} />
    </>
  );
}
