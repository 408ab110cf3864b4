import { FirstCollectionFields, TermFields, type Hints } from '#console/domain/contract/mandate-fields.tsx';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { MoreOptions } from '#kit/form/more-options.tsx';
import { Group } from '#kit/ui/group.tsx';

const rare = ['TrackingCode', 'CTCPercentage', 'FirstCollectionDate', 'FirstCollectionAmount'];

export function ContractFields(props: { hints?: Hints; isNew?: boolean; defaults?: Record<string, unknown> }) {
  const { hints = {}, isNew, defaults } = props;
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
