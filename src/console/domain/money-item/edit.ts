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
import { editedText } from './edited-text.ts';
import { keyOf, nameOf, targetOf, type Instalment } from './item.ts';
import type { InstalmentResource } from './resource.ts';

/** Only what this page itself sent is of interest: the list around shows how the others are. */
const none: never[] = [];

export type Editable =
  InstalmentResource['date'] | 'InstalmentAmount' | InstalmentResource['columns'][number]['fieldName'];
type Item = Input<InstalmentResource['edit']>;

/** What is typed over one instalment, and the field that it begins at. */
export interface Draft {
  before: Instalment;
  first: Editable;
  typed: Partial<Record<Editable, unknown>>;
}
type Wrong = Partial<Record<Editable, string>>;

/** The fields that are edited in the row, in their order there. */
const editableIn = ({ date, columns }: InstalmentResource): Editable[] => [
  date,
  'InstalmentAmount',
  ...columns.map(({ fieldName }) => fieldName),
];

/** The field of the row that is meant, if it is one. */
const editable = (resource: InstalmentResource, fieldName: unknown): Editable | undefined =>
  editableIn(resource).find((it) => it === fieldName);

export const changesOf = ({ before, typed }: Draft): Changed[] => difference({ ...before }, typed);

/** What the operation's own input says against it, before anything goes. */
function wrongOf(resource: InstalmentResource, item: object): Wrong {
  const wrong: Wrong = {};
  for (const issue of operations[resource.edit].input.safeParse(item).error?.issues ?? []) {
    const fieldName = editable(resource, issue.path[0]);
    if (fieldName) wrong[fieldName] ??= issue.code === 'invalid_type' ? 'Enter a value.' : sentence(issue.message);
  }
  return wrong;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const withoutReason: Fault = { Code: '', Message: 'Not accepted, without a reason.' };

/** Why the service refused it, at the fields that it names; what names no field of the row stands at its date. */
function refusedFor(resource: InstalmentResource, faults: readonly Fault[]): Wrong {
  const wrong: Wrong = {};
  for (const fault of faults.length > 0 ? faults : [withoutReason]) {
    const fieldName = editable(resource, fault.Field);
    if (fieldName) wrong[fieldName] ??= clamped(faultAtField(fault));
    else wrong[resource.date] ??= clamped(faultText(fault));
  }
  return wrong;
}

/** An edit that went, or is to go: what it changes of what, and the item for it. */
interface Sent {
  draft: Draft;
  changes: Changed[];
  item: Item;
}

function sentFor(draft: Draft): Sent {
  const changes = changesOf(draft);
  // `touched` gives nothing but fields of this operation.
  return { draft, changes, item: { ...targetOf(draft.before), ...touched(changes) } as Item };
}

/**
 * The one row of a list of instalments that is being edited: only what changed is sent, a refusal leaves what is typed, and
 * an edit whose answer was lost is not sent again before it was read back, whether its row was left or not.
 */
export function useInstalmentEdit(resource: InstalmentResource, isOfMany = false) {
  const write = useWrite(resource.edit, none);
  const [draft, setDraft] = useState<Draft>();
  const [wrong, setWrong] = useState<Wrong>({});
  const [saved, setSaved] = useState<Sent>();
  const [unanswered, setLost] = useState<{ sent: Sent; error: CallError }>();
  // Until it was read back, or put away.
  const lost = write.doubt.doubts.some((it) => it.isOwn) ? unanswered : undefined;

  const { reset } = write;
  const leave = useCallback(() => {
    setDraft(undefined);
    setWrong({});
    reset();
  }, [reset]);
  // The same from draw to draw: every row is given it.
  const begin = useCallback(
    (before: Instalment, first: Editable = resource.date) => {
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
    /** The lost answer was read back and the change is there: nothing is left to send. */
    keep: () => {
      setSaved(lost?.sent);
      setLost(undefined);
      leave();
    },
    /** The key of the instalment. */
    key: draft && keyOf(draft.before),
    set: (fieldName: Editable, value: unknown) => {
      if (write.isPending) return;
      if (draft) setDraft({ ...draft, typed: { ...draft.typed, [fieldName]: value } });
      setWrong(({ [fieldName]: _mended, ...rest }) => rest);
    },
  };
}

export type InstalmentEdit = ReturnType<typeof useInstalmentEdit>;

/** From the list to the fields in its row, past the other rows: a key that is typed draws none of them again. */
export const EditContext = createContext<InstalmentEdit | null>(null);

export function useEdit(): InstalmentEdit {
  const edit = use(EditContext);
  if (!edit) throw new Error('no instalment is edited here');
  return edit;
}
