import { createContext, use, useCallback, useState } from 'react';
import { isUnknown, type CallError } from '#console/api/errors.ts';
import { allReasons, isAccepted } from '#console/api/send/results.ts';
import { announce } from '#console/domain/write/done.ts';
import { reversed, undoOf } from '#console/domain/write/undo.ts';
import { useWrite } from '#console/domain/write/write.ts';
import { difference, touched, type Changed } from '#console/kit/form/difference.ts';
import { sentence } from '#console/kit/form/field-text.ts';
import { clamped, faultAtField, faultText } from '#console/kit/outcome/fault-text.ts';
import type { ApiResponse, Fault } from '#contract/operation.ts';
import { operations, type Input } from '#contract/operations.ts';
import { capital, editedText } from './edited-text.ts';
import { keyOf, nameOf, targetOf, type MoneyItem } from './item.ts';
import type { MoneyItemResource } from './resource.ts';

/** Only this page's own writes matter: the list shows the state of all others. */
const none: never[] = [];

export type Editable =
  MoneyItemResource['date'] | MoneyItemResource['amount'] | MoneyItemResource['columns'][number]['fieldName'];
type Item = Input<MoneyItemResource['edit']>;

/** The values typed for one item, and the field that takes the focus first. */
export interface Draft {
  before: MoneyItem;
  first: Editable;
  typed: Partial<Record<Editable, unknown>>;
}
type Wrong = Partial<Record<Editable, string>>;

/** The fields that are edited in the row, in the order of the columns. */
const editableIn = ({ date, amount, columns }: MoneyItemResource): Editable[] => [
  date,
  amount,
  ...columns.map(({ fieldName }) => fieldName),
];

/** The field, if it is one that is edited in the row. */
const editable = (resource: MoneyItemResource, fieldName: unknown): Editable | undefined =>
  editableIn(resource).find((it) => it === fieldName);

export const changesOf = ({ before, typed }: Draft): Changed[] => difference({ ...before }, typed);

/** What the operation's input schema refuses, checked before anything is sent. */
function wrongOf(resource: MoneyItemResource, item: object): Wrong {
  const wrong: Wrong = {};
  for (const issue of operations[resource.edit].input.safeParse(item).error?.issues ?? []) {
    const fieldName = editable(resource, issue.path[0]);
    if (fieldName) wrong[fieldName] ??= issue.code === 'invalid_type' ? 'Enter a value.' : sentence(issue.message);
  }
  return wrong;
}

const withoutReason: Fault = { Code: '', Message: 'Not accepted, without a reason.' };

/** The reasons of a refusal by field; a reason without a field of the row is shown at the date. */
function refusedFor(resource: MoneyItemResource, faults: readonly Fault[]): Wrong {
  const wrong: Wrong = {};
  for (const fault of faults.length > 0 ? faults : [withoutReason]) {
    const fieldName = editable(resource, fault.Field);
    if (fieldName) wrong[fieldName] ??= clamped(faultAtField(fault));
    else wrong[resource.date] ??= clamped(faultText(fault));
  }
  return wrong;
}

/** An edit that was or will be sent: the draft, its changes, and the item to send. */
interface Sent {
  draft: Draft;
  changes: Changed[];
  item: Item;
}

function sentFor(draft: Draft): Sent {
  const changes = changesOf(draft);
  // `touched` returns only fields of this operation.
  return { draft, changes, item: { ...targetOf(draft.before), ...touched(changes) } as Item };
}

/**
 * The row of a list that is being edited. Only changed fields are sent, a refusal keeps the typed values, and an edit whose
 * answer was lost is read back before it can be sent again, even if its row was left.
 */
export function useItemEdit(resource: MoneyItemResource, isOfMany = false) {
  const write = useWrite(resource.edit, none);
  const [draft, setDraft] = useState<Draft>();
  const [wrong, setWrong] = useState<Wrong>({});
  const [saved, setSaved] = useState<Sent>();
  const [unanswered, setLost] = useState<{ sent: Sent; error: CallError }>();
  // Until it is read back or dismissed.
  const lost = write.doubt.doubts.some((it) => it.isOwn) ? unanswered : undefined;

  const { reset } = write;
  const leave = useCallback(() => {
    setDraft(undefined);
    setWrong({});
    reset();
  }, [reset]);
  // Stable: every row gets it as a prop.
  const begin = useCallback(
    (before: MoneyItem, first: Editable = resource.date) => {
      leave();
      setSaved(undefined);
      const typed = Object.fromEntries(editableIn(resource).map((field) => [field, before[field]]));
      setDraft({ before, first, typed });
    },
    [leave, resource],
  );
  const tell = ({ draft: { before }, changes }: Sent, api: ApiResponse) => {
    const name = nameOf(before, isOfMany);
    announce({
      text: capital(editedText(name, resource.date, changes)),
      call: { operation: resource.edit, api },
      undo: undoOf(resource.edit, targetOf(before), changes, editedText(name, resource.date, reversed(changes))),
    });
  };
  const send = (sent: Sent) =>
    write.mutate([sent.item], {
      onSuccess: ({ results, api }) => {
        setLost(undefined);
        setDraft(isAccepted(results) ? undefined : sent.draft);
        if (isAccepted(results)) tell(sent, api);
        else setWrong(refusedFor(resource, allReasons(results)));
      },
      onError: (error) => {
        if (isUnknown(error)) setLost({ sent, error });
        else if (error.faults.length > 0) setWrong(refusedFor(resource, error.faults));
      },
    });
  const save = () => {
    if (!draft || write.isPending || lost) return;
    const sent = sentFor(draft);
    if (sent.changes.length === 0) return leave();
    const own = wrongOf(resource, sent.item);
    setWrong(own);
    if (Object.keys(own).length === 0) send(sent);
  };
  return {
    resource,
    draft,
    wrong,
    saved,
    lost,
    write,
    answer: write.data,
    sentItems: write.variables,
    error: lost ? null : write.error,
    isPending: write.isPending,
    begin,
    leave,
    save,
    again: () => lost && send(lost.sent),
    /** The read-back found the change: there is nothing left to send. */
    keep: () => {
      setSaved(lost?.sent);
      setLost(undefined);
      leave();
    },
    /** The key of the item. */
    key: draft && keyOf(draft.before),
    set: (fieldName: Editable, value: unknown) => {
      if (write.isPending) return;
      if (draft) setDraft({ ...draft, typed: { ...draft.typed, [fieldName]: value } });
      setWrong(({ [fieldName]: _corrected, ...rest }) => rest);
    },
  };
}

export type ItemEdit = ReturnType<typeof useItemEdit>;

/** Gives the edit to the fields of its row only: typing re-renders no other row. */
export const EditContext = createContext<ItemEdit | null>(null);

export function useEdit(): ItemEdit {
  const edit = use(EditContext);
  if (!edit) throw new Error('useEdit outside of an item grid');
  return edit;
}
