import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { isAccepted } from '#answers/send/results.ts';
import { CallError } from '#console/api/errors.ts';
import { useLabels } from '#console/api/lookups.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { operations, type Input } from '#contract/operations.ts';
import { Forbidden } from '#kit/ui/forbidden.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { changesText } from './changes-text.ts';
import { fieldChanges, pickFields, touchedValues, type ChangedField } from './difference.ts';
import { announce } from './done.ts';
import { ItemForm } from './item-form.tsx';
import { rebasedValues, type Rebased } from './rebased.ts';
import { returnedOf } from './returned.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { changedBy, storedRecord, type RecordName } from './stored-record.ts';
import { reversedChanges, undoOf } from './undo.ts';

type Edit = 'mandateEdit' | 'contractEdit' | 'mandateInitiateEdit' | 'clientEdit';

interface Way {
  label: string;
  to: string;
}

function subjectOf(operation: Edit, of: string, record: object): string {
  const { ContractNumber, ClientName } = record as { ContractNumber?: unknown; ClientName?: unknown };
  if (operation === 'clientEdit') return typeof ClientName === 'string' ? ClientName : of;
  const noun = operation === 'contractEdit' ? 'Contract' : 'Mandate';
  return typeof ContractNumber === 'string' ? `${noun} ${ContractNumber}` : of;
}

const identification: readonly string[] = ['ClientNumber', 'ContractNumber', 'ContractSequence'];
const editable = (operation: Edit): string[] =>
  Object.keys(operations[operation].input.shape).filter((fieldName) => !identification.includes(fieldName));

interface Review extends Rebased {
  given: Record<string, unknown>;
  /** What was read for it. */
  stored: Record<string, unknown>;
  /** Who saved a conflict meanwhile, by its first field. */
  by: Record<string, string | undefined>;
  /** It could not be read what is stored now; then it is what the form was opened with. */
  isUnread: boolean;
}

/**
 * Confirms the difference from what is stored now, then sends only the changed fields. What another person saved
 * meanwhile is shown, and replaced only on request. The interface has no condition for a write, so a change between the
 * last read and the save can't be noticed: the record is read for the review, and once more before it is sent.
 */
export function EditForm(props: {
  operation: Edit;
  /** `Client C1`. */
  of: string;
  named: RecordName;
  record: object;
  /** `hints` for fields without an initial value. */
  fields(hints: Record<string, string>): ReactNode;
  /** @param stored the record as it is stored now */
  note?(changes: readonly ChangedField[], stored: Record<string, unknown>): ReactNode;
  /** What else the review is about, to be read again with the record. */
  alsoRead?(): Promise<unknown>;
  /** What undo cannot restore. */
  caveat?: string;
  back: string;
  next: Way;
}) {
  const { operation, of, named, record, fields, note, alsoRead, caveat, back, next } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { merchant, product } = useTenant();
  const write = useWrite(operation);
  const [review, setReview] = useState<Review>();
  const [isReading, setReading] = useState(false);
  const [isSame, setSame] = useState(false);
  // Changes when the review is closed or the page is left: a save that is still being checked is then not sent.
  const round = useRef(0);
  const isReviewing = review !== undefined;
  useEffect(() => () => void (round.current += 1), [isReviewing]);
  // Changes only by a review: a refetch behind a half-typed form must not reverse edits.
  const [fieldNames] = useState(() => editable(operation));
  const labelOf = useLabels(fieldNames);
  const [opened, setOpened] = useState(record as Record<string, unknown>);
  const { returned, hints } = useMemo(() => returnedOf(opened, fieldNames), [opened, fieldNames]);
  const shown = (stored: Record<string, unknown>) => returnedOf(stored, fieldNames).returned;

  const read = async (): Promise<Pick<Review, 'stored' | 'isUnread'>> => {
    setReading(true);
    try {
      const [stored] = await Promise.all([storedRecord(queries, { merchant, product }, named), alsoRead?.()]);
      return { stored: stored as Record<string, unknown>, isUnread: false };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { stored: opened, isUnread: true };
    } finally {
      setReading(false);
    }
  };
  const reviewOf = async (
    given: Record<string, unknown>,
    now: Pick<Review, 'stored' | 'isUnread'>,
  ): Promise<Review> => {
    const { changes, conflicts, theirs } = rebasedValues(returned, shown(now.stored), given);
    // A returned value that cannot be sent is not in the form, but it is the current value.
    const known = (list: ChangedField[]) =>
      list.map((field) => {
        const { [field.fieldName]: old } = now.stored;
        return field.isUnknown && old !== undefined ? { ...field, old, isUnknown: false } : field;
      });
    const firsts = conflicts.map(({ moved }) => moved[0]?.fieldName ?? '');
    const by = await Promise.all(
      firsts.map(async (it) => [it, await changedBy({ merchant, product }, named, now.stored, it)] as const),
    );
    return {
      ...now,
      given,
      changes: known(changes),
      conflicts: conflicts.map((it) => ({ ...it, changes: known(it.changes) })),
      theirs,
      by: Object.fromEntries(by),
    };
  };

  const begin = async (item: Input<Edit>, form: UseFormReturn): Promise<void> => {
    const typed = form.getValues();
    const all: Record<string, unknown> = item;
    const given = Object.fromEntries(fieldNames.map((fieldName) => [fieldName, all[fieldName]]));
    const found = await reviewOf(given, await read());
    // What was typed meanwhile is reviewed too.
    if (fieldChanges(typed, form.getValues()).length > 0)
      return form.handleSubmit((latest) => begin(latest as Input<Edit>, form))();
    // The form continues with what others saved in fields that it left alone.
    for (const { fieldName, next: value } of found.theirs)
      form.resetField(fieldName, { defaultValue: value ?? undefined });
    const kept = touchedValues(found.theirs);
    setOpened((before) => ({ ...before, ...kept }));
    const isEmpty = found.changes.length + found.conflicts.length === 0;
    setSame(isEmpty);
    setReview(isEmpty ? undefined : { ...found, given: { ...given, ...kept } });
  };
  const send = async (changes: readonly ChangedField[]) => {
    if (!review) return;
    const { current } = round;
    const now = await read();
    if (round.current !== current) return;
    if (!now.isUnread && fieldChanges(shown(review.stored), pickFields(shown(now.stored), fieldNames)).length > 0) {
      const again = await reviewOf(review.given, now);
      if (round.current === current) setReview(again);
      return;
    }
    write.mutate([{ ...named, ...touchedValues(changes) }], {
      onSettled: () => setReview(undefined),
      onSuccess: ({ results, api }) => {
        if (!isAccepted(results)) return;
        const beside = review.stored;
        const undone = changesText(reversedChanges(changes), labelOf, { ...beside, ...touchedValues(changes) });
        announce(
          {
            text: `${subjectOf(operation, of, record)} updated: ${changesText(changes, labelOf, beside)}`,
            call: { operation, api },
            undo: undoOf(operation, named, changes, undone, caveat),
          },
          next.to,
        );
        void navigate(next.to);
      },
    });
  };

  return (
    <Forbidden operation={operation}>
      {isSame && (
        <Notice tone="info" sx={{ mb: 2 }}>
          Nothing has changed, so there is nothing to save.
        </Notice>
      )}
      <ItemForm
        operation={operation}
        defaultValues={Object.fromEntries([
          ...Object.entries(named),
          ...fieldNames.map((fieldName) => [fieldName, returned[fieldName] ?? undefined] as const),
        ])}
        onSubmit={begin}
        submitLabel="Review changes"
        isReading={isReading}
        write={write}
        draftKey={[operation, ...Object.values(named)].join('/')}
        onCancel={back}
      >
        {fields(hints)}
      </ItemForm>
      {review && (
        <ReviewDialog
          // Asked again if it was changed once more.
          key={JSON.stringify(touchedValues(review.conflicts.flatMap((it) => it.moved)))}
          of={of}
          review={review}
          labelOf={labelOf}
          isReading={isReading}
          isSaving={write.isPending}
          onSend={(changes) => void send(changes)}
          onClose={() => setReview(undefined)}
          note={(changes) => note?.(changes, review.stored)}
        />
      )}
    </Forbidden>
  );
}
