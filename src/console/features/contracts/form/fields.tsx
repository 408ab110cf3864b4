import { MoreOptions } from '../../../kit/form/more-options.tsx';
import { Group } from '../../../kit/ui/group.tsx';
import { FirstCollectionFields, TermFields, type Hints } from '../../../domain/contract/mandate-fields.tsx';
import { FieldInput } from '../../../kit/form/field-input.tsx';

const rare = ['TrackingCode', 'CTCPercentage', 'FirstCollectionDate', 'FirstCollectionAmount'];

/** The terms of a contract without a mandate: fewer fields than a mandate's, none of which steps. */
export function ContractFields({
  hints = {},
  isNew,
  defaults,
}: {
  hints?: Hints;
  isNew?: boolean;
  defaults?: Record<string, unknown>;
}) {
  return (
    <>
      <TermFields hints={hints} isNew={isNew} />
      <MoreOptions fieldNames={rare} defaults={defaults}>
        <Group title="Tracking and costs">
          <FieldInput fieldName="TrackingCode" hint={hints.TrackingCode} />
          <FieldInput fieldName="CTCPercentage" hint={hints.CTCPercentage} />
        </Group>
        <FirstCollectionFields hints={hints} />
      </MoreOptions>
    </>
  );
}
