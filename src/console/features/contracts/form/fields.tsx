import { Group } from '../../../kit/ui/group.tsx';
import { FirstCollectionFields, TimeFields, type Hints } from '../../../domain/contract/mandate-fields.tsx';
import { WordField } from '../../../kit/form/field-input.tsx';

/** The terms of a contract without a mandate: fewer words than a mandate's, none of which steps. */
export function ContractFields({ hints = {}, isNew }: { hints?: Hints; isNew?: boolean }) {
  return (
    <>
      <TimeFields hints={hints} isNew={isNew} />
      <Group title="How much">
        <WordField word="InstalmentAmount" required={isNew} hint={hints.InstalmentAmount} />
        <WordField
          word="NumberOfInstalments"
          hint={hints.NumberOfInstalments ?? 'Empty: open-ended, until cancelled.'}
        />
      </Group>
      <Group title="How">
        <WordField word="TrackingCode" hint={hints.TrackingCode} />
        <WordField word="CTCPercentage" hint={hints.CTCPercentage} />
      </Group>
      <FirstCollectionFields hints={hints} />
    </>
  );
}
