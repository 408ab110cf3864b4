import { useWatch } from 'react-hook-form';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { isStepping } from '#console/domain/schedule/terms.ts';
import type { FieldName } from '#contract/fields.ts';
import { MoreOptions } from '#kit/form/more-options.tsx';
import { Group } from '#kit/ui/group.tsx';

/** Hints of the page, such as "Not available". */
export type Hints = Partial<Record<string, string>>;

interface Props {
  hints?: Hints;
  /** Marks required fields; an edit has none. */
  isNew?: boolean;
  defaults?: Record<string, unknown>;
}

/** Amount, days and frequency, which every mandate and contract needs. */
export function TermFields({ hints = {}, isNew }: Props) {
  return (
    <Group title="Collection">
      <FieldInput fieldName="InstalmentAmount" required={isNew} hint={hints.InstalmentAmount} />
      <FieldInput fieldName="FrequencyCode" required={isNew} hint={hints.FrequencyCode} />
      <FieldInput fieldName="CollectionDay" required={isNew} hint={hints.CollectionDay} />
      <FieldInput
        fieldName="InstalmentStartDate"
        required={isNew}
        hint={hints.InstalmentStartDate ?? 'We collect on the first matching day on or after this date.'}
      />
      <FieldInput
        fieldName="NumberOfInstalments"
        hint={hints.NumberOfInstalments ?? 'Leave blank to collect until cancelled.'}
      />
    </Group>
  );
}

export function FirstCollectionFields({ hints = {} }: Props) {
  return (
    <Group title="Extra first debit (optional)" lead="Enter both a date and an amount.">
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

/** Rarely needed fields, folded. An adjustment's amount and rate show only for categories that need them. */
function RareFields({ hints = {}, defaults }: Props) {
  const category = useWatch({ name: 'AdjustmentCategory' }) as string | null | undefined;
  return (
    <MoreOptions fieldNames={rare} defaults={defaults}>
      <Group title="Mandate type and tracking">
        <FieldInput fieldName="MandateType" hint={hints.MandateType} />
        <FieldInput fieldName="TransactionType" hint={hints.TransactionType} />
        <FieldInput fieldName="DebitSequenceType" hint={hints.DebitSequenceType} />
        <FieldInput fieldName="TrackingYN" hint={hints.TrackingYN} />
        <FieldInput fieldName="TrackingCode" hint={hints.TrackingCode} />
      </Group>
      <Group title="Limits and escalation">
        <FieldInput fieldName="MaximumAmount" hint={hints.MaximumAmount} />
        <FieldInput fieldName="AdjustmentCategory" hint={hints.AdjustmentCategory} />
        {isStepping(category) && (
          <>
            <FieldInput
              fieldName="AdjustmentAmount"
              hint={hints.AdjustmentAmount ?? 'An amount or a rate, not both.'}
            />
            <FieldInput fieldName="AdjustmentRate" hint={hints.AdjustmentRate ?? 'Percentage per increase'} />
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

export function MandateFields(props: Props) {
  return (
    <>
      <TermFields {...props} />
      <RareFields {...props} />
    </>
  );
}
