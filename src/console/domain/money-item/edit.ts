import { createContext, use, useCallback, useRef, useState } from 'react';
import { isSameValue } from '#answers/read-back/reader.ts';
import { allReasons, isAccepted } from '#answers/send/results.ts';
import { isUnknown } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { fieldChanges, pickFields, touchedValues, type ChangedField } from '#console/domain/write/difference.ts';
import { announce } from '#console/domain/write/done.ts';
import { reversedChanges, undoOf } from '#console/domain/write/undo.ts';
import type { ApiResponse, Fault } from '#contract/operation.ts';
import { operations, type Input } from '#contract/operations.ts';
import { clampedText, faultAtField, faultText } from '#kit/form/fault-text.ts';
import { sentence } from '#kit/form/field-text.ts';
import { formatField } from '#kit/ui/format.tsx';
import { capital, editedText } from './edited-text.ts';
import { itemKey, nameOf, itemTarget, type MoneyItem } from './item.ts';
import type { MoneyItemResource } from './resource.ts';
import { movedFields, storedItem } from './stored.ts';

export type Editable =
  | MoneyItemResource['date']
  | MoneyItemResource['amount']
  | MoneyItemResource['columns'][number]['fieldName'];
type Item = Input<MoneyItemResource['edit']>;

/** Values typed for one item, and the field to focus first. */
interface Draft {
  before: MoneyItem;
  first: Editable;
  typed: Partial<Record<Editable, unknown>>;
}
type Wrong = Partial<Record<Editable, string>>;

/** In column order. */
const editableIn = ({ date, amount, columns }: MoneyItemResource): Editable[] => [
  date,
  amount,
  ...columns.map(({ fieldName }) => fieldName),
];

const editable = (resource: MoneyItemResource, fieldName: unknown): Editable | undefined =>
  editableIn(resource).find((it) => it === fieldName);

export const draftChanges = ({ before, typed }: Draft): ChangedField[] => fieldChanges({ ...before }, typed);

/** Errors of the operation's input schema, before sending. */
function wrongOf(resource: MoneyItemResource, item: object): Wrong {
  const wrong: Wrong = {};
  for (const issue of operations[resource.edit].input.safeParse(item).error?.issues ?? []) {
    const fieldName = editable(resource, issue.path[0]);
    if (fieldName) wrong[fieldName] ??= issue.code === 'invalid_type' ? 'Enter a value.' : sentence(issue.message);
  }
  return wrong;
}

const meanwhile = (fieldName: Editable, value: unknown) =>
  `Changed meanwhile to ${formatField(fieldName, value) || 'none'}. Save again to replace it.`;

const withoutReason: Fault = { Code: '', Message: 'Not accepted, without a reason.' };

/** Reasons of a refusal by field; the date shows reasons without a field in the row. */
function refusedFor(resource: MoneyItemResource, faults: readonly Fault[]): Wrong {
  const wrong: Wrong = {};
  for (const fault of faults.length > 0 ? faults : [withoutReason]) {
    const fieldName = editable(resource, fault.Field);
    if (fieldName) wrong[fieldName] ??= clampedText(faultAtField(fault));
    else wrong[resource.date] ??= clampedText(faultText(fault));
  }
  return wrong;
}

interface Sent {
  draft: Draft;
  changes: ChangedField[];
  item: Item;
}

function sentFor(draft: Draft): Sent {
  const changes = draftChanges(draft);
  // `touchedValues` returns only fields of this operation.
  return { draft, changes, item: { ...itemTarget(draft.before), ...touchedValues(changes) } as Item };
}

/**
 * The row being edited. Sends only changed fields, and keeps typed values after a refusal or without an answer: saved again, it is
 * the same call.
 */
export function useItemEdit(resource: MoneyItemResource, isOfMany = false) {
  const write = useWrite(resource.edit);
  const [draft, setDraft] = useState<Draft>();
  const [wrong, setWrong] = useState<Wrong>({});
  const [isReading, setReading] = useState(false);

  const { reset } = write;
  const tenant = useTenant();
  const isPending = write.isPending || isReading;
  // Changes when the row is left: a change that is still being checked is then not sent.
  const round = useRef(0);
  const leave = useCallback(() => {
    round.current += 1;
    setReading(false);
    setDraft(undefined);
    setWrong({});
    reset();
  }, [reset]);
  // Stable: a prop of every row.
  const begin = useCallback(
    (before: MoneyItem, first: Editable = resource.date) => {
      leave();
      const typed = pickFields({ ...before }, editableIn(resource));
      setDraft({ before, first, typed });
    },
    [leave, resource],
  );
  const announceEdit = ({ draft: { before }, changes }: Sent, api: ApiResponse) => {
    const name = nameOf(before, isOfMany);
    announce({
      text: capital(editedText(name, resource.date, changes)),
      call: { operation: resource.edit, api },
      undo: undoOf(
        resource.edit,
        itemTarget(before),
        changes,
        editedText(name, resource.date, reversedChanges(changes)),
      ),
    });
  };
  const send = (sent: Sent) =>
    write.mutate([sent.item], {
      onSuccess: ({ results, api }) => {
        setDraft(isAccepted(results) ? undefined : sent.draft);
        if (isAccepted(results)) announceEdit(sent, api);
        else setWrong(refusedFor(resource, allReasons(results)));
      },
      onError: (error) => {
        if (!isUnknown(error) && error.faults.length > 0) setWrong(refusedFor(resource, error.faults));
      },
    });
  const save = async () => {
    if (!draft || isPending) return;
    const sent = sentFor(draft);
    if (sent.changes.length === 0) return leave();
    const own = wrongOf(resource, sent.item);
    setWrong(own);
    if (Object.keys(own).length > 0) return;
    const { current } = round;
    setReading(true);
    const now = await storedItem(resource, tenant, draft.before);
    if (round.current !== current) return;
    setReading(false);
    const moved = now ? movedFields(editableIn(resource), draft.before, now) : [];
    if (!now || moved.length === 0) return send(sent);
    // Asks about what both changed. In the fields that this person left alone the row shows what is stored now.
    const mine = touchedValues(sent.changes);
    const stored = pickFields({ ...now }, editableIn(resource));
    const next = { ...draft, before: now, typed: { ...stored, ...mine } };
    const both = moved.filter((fieldName) => fieldName in mine && !isSameValue(stored[fieldName], mine[fieldName]));
    setDraft(next);
    if (both.length > 0)
      return setWrong(
        Object.fromEntries(both.map((fieldName) => [fieldName, meanwhile(fieldName, stored[fieldName])])),
      );
    if (draftChanges(next).length === 0) return leave();
    send(sentFor(next));
  };
  return {
    resource,
    draft,
    wrong,
    answer: write.data,
    sentItems: write.variables,
    error: write.error,
    isPending,
    isReading,
    begin,
    leave,
    save,
    key: draft && itemKey(draft.before),
    set: (fieldName: Editable, value: unknown) => {
      if (isPending) return;
      if (draft) setDraft({ ...draft, typed: { ...draft.typed, [fieldName]: value } });
      setWrong(({ [fieldName]: _corrected, ...rest }) => rest);
    },
  };
}

export type ItemEdit = ReturnType<typeof useItemEdit>;

/** Passes the edit to the fields of its row only: typing re-renders no other row. */
export const EditContext = createContext<ItemEdit | null>(null);

/** The key of the row being edited, for the cells of all rows. */
export const EditedContext = createContext<string | undefined>(undefined);

export const useIsEdited = (item: MoneyItem): boolean => use(EditedContext) === itemKey(item);

export function useEdit(): ItemEdit {
  const edit = use(EditContext);
  if (!edit) throw new Error('useEdit outside of an item grid');
  return edit;
}
