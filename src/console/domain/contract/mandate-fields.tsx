import { useWatch } from 'react-hook-form';
import { Group } from '../../kit/ui/group.tsx';
import { isStepping } from '../schedule/terms.ts';
import { WordField } from '../../kit/form/field-input.tsx';

/** Words whose hint a page adds, such as "not returned by the service". */
export type Hints = Partial<Record<string, string>>;

interface Props {
  hints?: Hints;
  /** Marks the words that a new mandate needs; an edit needs none. */
  isNew?: boolean;
}

/** What kind of collection it is. */
export function KindFields({ hints = {} }: Props) {
  return (
    <Group title="What">
      <WordField word="MandateType" hint={hints.MandateType} />
      <WordField word="TransactionType" hint={hints.TransactionType} />
      <WordField word="DebitSequenceType" hint={hints.DebitSequenceType} />
      <WordField word="TrackingYN" hint={hints.TrackingYN} />
      <WordField word="TrackingCode" hint={hints.TrackingCode} />
    </Group>
  );
}

/** When it is collected. */
export function TimeFields({ hints = {}, isNew }: Props) {
  return (
    <Group title="When">
      <WordField word="FrequencyCode" required={isNew} hint={hints.FrequencyCode} />
      <WordField word="CollectionDay" required={isNew} hint={hints.CollectionDay} />
      <WordField
        word="InstalmentStartDate"
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
      <WordField word="InstalmentAmount" required={isNew} hint={hints.InstalmentAmount} />
      <WordField word="NumberOfInstalments" hint={hints.NumberOfInstalments ?? 'Empty: open-ended, until cancelled.'} />
      <WordField word="MaximumAmount" hint={hints.MaximumAmount} />
      <WordField word="AdjustmentCategory" hint={hints.AdjustmentCategory} />
      {isStepping(category) && (
        <>
          <WordField word="AdjustmentAmount" hint={hints.AdjustmentAmount ?? 'An amount or a rate, not both.'} />
          <WordField word="AdjustmentRate" hint={hints.AdjustmentRate ?? 'Percent, each time it steps.'} />
        </>
      )}
    </Group>
  );
}

/** A collection of its own, before the series. */
export function FirstCollectionFields({ hints = {} }: Props) {
  return (
    <Group title="First collection" lead="On top of the instalments: give its date and its amount, or neither.">
      <WordField word="FirstCollectionDate" hint={hints.FirstCollectionDate} />
      <WordField word="FirstCollectionAmount" hint={hints.FirstCollectionAmount} />
    </Group>
  );
}

/** What few mandates have: last, since each date is eight stops of the Tab key on the way to the next field. */
export function RareFields({ hints = {} }: Props) {
  return (
    <>
      <FirstCollectionFields hints={hints} />
      <Group title="Other">
        <WordField word="MandateActionDate" hint={hints.MandateActionDate} />
        <WordField word="RMS" hint={hints.RMS} />
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
