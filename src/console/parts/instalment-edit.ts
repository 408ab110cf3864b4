import { useState } from 'react';
import { instalments as the } from '../../contract/instalments.ts';
import type { Fault } from '../../contract/operation.ts';
import type { Input } from '../../contract/operations.ts';
import { useWrite } from '../api.ts';
import type { CallError } from '../errors.ts';
import { difference, touched, type Changed } from './difference.ts';
import { faultAtField, faultText } from './fault-text.ts';
import { keyOf, type Instalment } from './instalment-totals.ts';
import { isUnknown } from './read-back.tsx';
import { sentence } from './word-text.ts';

const editable = ['InstalmentActionDate', 'InstalmentAmount'] as const;
export type Editable = (typeof editable)[number];
type Item = Input<'instalmentEdit'>;

/** What is typed over one instalment. */
export type Draft = Record<Editable, unknown> & { before: Instalment; first: Editable };
type Wrong = Partial<Record<Editable, string>>;

const isEditable = (word: string | undefined): word is Editable => (editable as readonly unknown[]).includes(word);

export const changesOf = ({ before, InstalmentActionDate, InstalmentAmount }: Draft): Changed[] =>
  difference({ ...before }, { InstalmentActionDate, InstalmentAmount });

/** What the operation's own input says against it, before anything goes. */
function wrongOf(item: object): Wrong {
  const wrong: Wrong = {};
  for (const issue of the.instalmentEdit.input.safeParse(item).error?.issues ?? []) {
    const word = String(issue.path[0]);
    if (isEditable(word)) wrong[word] ??= issue.code === 'invalid_type' ? 'Fill this in.' : sentence(issue.message);
  }
  return wrong;
}

/** Why the service refused it, at the words that it names; what names no word of the row stands at its date. */
function refusedFor(faults: readonly Fault[]): Wrong {
  const wrong: Wrong = {};
  for (const fault of faults.length > 0 ? faults : [{ Code: '', Message: 'Refused without a reason.' }])
    if (isEditable(fault.Field)) wrong[fault.Field] ??= faultAtField(fault);
    else wrong.InstalmentActionDate ??= faultText(fault);
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
  const { ContractSequence, ClientNumber, ContractNumber, InstalmentSequence } = draft.before;
  const named = ContractSequence == null ? { ClientNumber, ContractNumber } : { ContractSequence };
  // `touched` gives nothing but words of this operation.
  return { draft, changes, item: { ...named, InstalmentSequence, ...touched(changes) } as Item };
}

/**
 * The one row of a list of instalments that is being edited: only what changed is sent, a refusal leaves what is typed, and
 * an edit whose answer was lost is not sent again before it was read back, whether its row was left or not.
 */
export function useInstalmentEdit() {
  const write = useWrite('instalmentEdit');
  const [draft, setDraft] = useState<Draft>();
  const [wrong, setWrong] = useState<Wrong>({});
  const [saved, setSaved] = useState<Sent>();
  const [lost, setLost] = useState<{ sent: Sent; error: CallError }>();

  const leave = () => {
    setDraft(undefined);
    setWrong({});
    write.reset();
  };
  const begin = (before: Instalment, first: Editable = 'InstalmentActionDate') => {
    leave();
    setSaved(undefined);
    const { InstalmentActionDate, InstalmentAmount } = before;
    setDraft({ before, first, InstalmentActionDate, InstalmentAmount });
  };
  const send = (sent: Sent) =>
    write.mutate([sent.item], {
      onSuccess: ({ Failed: [refused] }) => {
        setLost(undefined);
        setDraft(refused && sent.draft);
        if (refused) setWrong(refusedFor(refused.Errors ?? []));
        else setSaved(sent);
      },
      onError: (error) => {
        if (isUnknown(error)) setLost({ sent, error });
        else if (error.faults.length > 0) setWrong(refusedFor(error.faults));
      },
    });
  const save = () => {
    if (!draft || write.isPending || lost) return;
    const sent = sentFor(draft);
    if (sent.changes.length === 0) return leave();
    const own = wrongOf(sent.item);
    setWrong(own);
    if (Object.keys(own).length === 0) send(sent);
  };
  return {
    draft,
    wrong,
    saved,
    lost,
    answer: write.data,
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
    isAt: (it: Instalment) => draft !== undefined && keyOf(draft.before) === keyOf(it),
    set: (word: Editable, value: unknown) => {
      if (write.isPending) return;
      if (draft) setDraft({ ...draft, [word]: value });
      setWrong(({ [word]: _mended, ...rest }) => rest);
    },
  };
}

export type InstalmentEdit = ReturnType<typeof useInstalmentEdit>;
