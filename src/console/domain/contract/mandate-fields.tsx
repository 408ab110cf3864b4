import { useWatch } from 'react-hook-form';
import { isStepping } from '#console/domain/schedule/terms.ts';
import { FieldInput } from '#console/kit/form/field-input.tsx';
import { MoreOptions } from '#console/kit/form/more-options.tsx';
import { Group } from '#console/kit/ui/group.tsx';
import type { FieldName } from '#contract/fields.ts';

/** Fields whose hint a page adds, such as "not returned by the service". */
export type Hints = Partial<Record<string, string>>;

interface Props {
  hints?: Hints;
  /** Marks the fields that a new mandate needs; an edit needs none. */
  isNew?: boolean;
  /** Values that a new one starts with. */
  defaults?: Record<string, unknown>;
}

/** What is collected, when and how often: what every mandate and contract needs. */
export function TermFields({ hints = {}, isNew }: Props) {
  return (
    <Group title="Collection">
      <FieldInput fieldName="InstalmentAmount" required={isNew} hint={hints.InstalmentAmount} />
      <FieldInput fieldName="FrequencyCode" required={isNew} hint={hints.FrequencyCode} />
      <FieldInput fieldName="CollectionDay" required={isNew} hint={hints.CollectionDay} />
      <FieldInput
        fieldName="InstalmentStartDate"
        required={isNew}
        hint={hints.InstalmentStartDate ?? 'First collection on the first matching day from here.'}
      />
      <FieldInput
        fieldName="NumberOfInstalments"
        hint={hints.NumberOfInstalments ?? 'Leave empty to collect until it is cancelled.'}
      />
    </Group>
  );
}

/** A collection of its own, before the series. */
export function FirstCollectionFields({ hints = {} }: Props) {
  return (
    <Group title="First collection" lead="On top of the instalments: give its date and its amount, or neither.">
      <FieldInput fieldName="FirstCollectionDate" hint={hints.FirstCollectionDate} />
      <FieldInput fieldName="FirstCollectionAmount" hint={hints.FirstCollectionAmount} />
    </Group>
  );
}

const rare: readonly FieldName[] = [
  'MandateType',
  'TransactionType',
  'DebitSequenceType',
  'TrackingYN',
  'TrackingCode',
  'MaximumAmount',
  'AdjustmentCategory',
  'AdjustmentAmount',
  'AdjustmentRate',
  'FirstCollectionDate',
  'FirstCollectionAmount',
  'MandateActionDate',
  'RMS',
];

/** What few mandates need, folded; an adjustment's amount and rate only where its category makes the amount step. */
function RareFields({ hints = {}, defaults }: Props) {
  const category = useWatch({ name: 'AdjustmentCategory' }) as string | null | undefined;
  return (
    <MoreOptions fieldNames={rare} defaults={defaults}>
      <Group title="Kind and tracking">
        <FieldInput fieldName="MandateType" hint={hints.MandateType} />
        <FieldInput fieldName="TransactionType" hint={hints.TransactionType} />
        <FieldInput fieldName="DebitSequenceType" hint={hints.DebitSequenceType} />
        <FieldInput fieldName="TrackingYN" hint={hints.TrackingYN} />
        <FieldInput fieldName="TrackingCode" hint={hints.TrackingCode} />
      </Group>
      <Group title="Limits and adjustment">
        <FieldInput fieldName="MaximumAmount" hint={hints.MaximumAmount} />
        <FieldInput fieldName="AdjustmentCategory" hint={hints.AdjustmentCategory} />
        {isStepping(category) && (
          <>
            <FieldInput
              fieldName="AdjustmentAmount"
              hint={hints.AdjustmentAmount ?? 'An amount or a rate, not both.'}
            />
            <FieldInput fieldName="AdjustmentRate" hint={hints.AdjustmentRate ?? 'Percent, each time it steps.'} />
          </>
        )}
      </Group>
      <FirstCollectionFields hints={hints} />
      <Group title="Other">
        <FieldInput fieldName="MandateActionDate" hint={hints.MandateActionDate} />
        <FieldInput fieldName="RMS" hint={hints.RMS} />
      </Group>
    </MoreOptions>
  );
}

/** All that a mandate may say besides its identification: what every one needs first. */
export function MandateFields(props: Props) {
  return (
    <>
      <TermFields {...props} />
      <RareFields {...props} />
    </>
  );
}
