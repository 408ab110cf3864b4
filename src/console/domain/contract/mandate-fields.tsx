import { useWatch } from 'react-hook-form';
import { Group } from '../../kit/ui/group.tsx';
import { isStepping } from '../schedule/terms.ts';
import { FieldInput } from '../../kit/form/field-input.tsx';

/** Fields whose hint a page adds, such as "not returned by the service". */
export type Hints = Partial<Record<string, string>>;

interface Props {
  hints?: Hints;
  /** Marks the fields that a new mandate needs; an edit needs none. */
  isNew?: boolean;
}

/** What kind of collection it is. */
export function KindFields({ hints = {} }: Props) {
  return (
    <Group title="What">
      <FieldInput fieldName="MandateType" hint={hints.MandateType} />
      <FieldInput fieldName="TransactionType" hint={hints.TransactionType} />
      <FieldInput fieldName="DebitSequenceType" hint={hints.DebitSequenceType} />
      <FieldInput fieldName="TrackingYN" hint={hints.TrackingYN} />
      <FieldInput fieldName="TrackingCode" hint={hints.TrackingCode} />
    </Group>
  );
}

/** When it is collected. */
export function TimeFields({ hints = {}, isNew }: Props) {
  return (
    <Group title="When">
      <FieldInput fieldName="FrequencyCode" required={isNew} hint={hints.FrequencyCode} />
      <FieldInput fieldName="CollectionDay" required={isNew} hint={hints.CollectionDay} />
      <FieldInput
        fieldName="InstalmentStartDate"
        required={isNew}
        hint={hints.InstalmentStartDate ?? 'The first matching day on or after it.'}
      />
    </Group>
  );
}

/** How much; an adjustment's amount and rate only where its category makes the amount step. */
export function AmountFields({ hints = {}, isNew }: Props) {
  const category = useWatch({ name: 'AdjustmentCategory' }) as string | null | undefined;
  return (
    <Group title="How much">
      <FieldInput fieldName="InstalmentAmount" required={isNew} hint={hints.InstalmentAmount} />
      <FieldInput
        fieldName="NumberOfInstalments"
        hint={hints.NumberOfInstalments ?? 'Empty: open-ended, until cancelled.'}
      />
      <FieldInput fieldName="MaximumAmount" hint={hints.MaximumAmount} />
      <FieldInput fieldName="AdjustmentCategory" hint={hints.AdjustmentCategory} />
      {isStepping(category) && (
        <>
          <FieldInput fieldName="AdjustmentAmount" hint={hints.AdjustmentAmount ?? 'An amount or a rate, not both.'} />
          <FieldInput fieldName="AdjustmentRate" hint={hints.AdjustmentRate ?? 'Percent, each time it steps.'} />
        </>
      )}
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

/** What few mandates have: last, since each date is eight stops of the Tab key on the way to the next field. */
export function RareFields({ hints = {} }: Props) {
  return (
    <>
      <FirstCollectionFields hints={hints} />
      <Group title="Other">
        <FieldInput fieldName="MandateActionDate" hint={hints.MandateActionDate} />
        <FieldInput fieldName="RMS" hint={hints.RMS} />
      </Group>
    </>
  );
}

/** All that a mandate may say besides its identification, in the order in which an edit needs it. */
export function MandateFields({ hints }: Props) {
  return (
    <>
      <AmountFields hints={hints} />
      <TimeFields hints={hints} />
      <KindFields hints={hints} />
      <RareFields hints={hints} />
    </>
  );
}
