import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLabels } from '#console/api/lookups.ts';
import { isAccepted } from '#console/api/send/results.ts';
import { difference, touched, type Changed } from '#console/kit/form/difference.ts';
import { Forbidden } from '#console/kit/ui/forbidden.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import type { ContractId } from '#console/model/contract-id.ts';
import { operations, type Input } from '#contract/operations.ts';
import { changesText } from './changes-text.ts';
import { announce } from './done.ts';
import { ItemForm } from './item-form.tsx';
import { returnedOf } from './returned.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { reversed, undoOf } from './undo.ts';
import { useWrite } from './write.ts';

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

/** Confirms the difference, then sends only the changed fields. */
export function EditForm(props: {
  operation: Edit;
  /** `Client C1`. */
  of: string;
  named: { ClientNumber: string } | ContractId;
  record: object;
  /** `hints` for fields without an initial value. */
  fields(hints: Record<string, string>): ReactNode;
  note?(changes: readonly Changed[]): ReactNode;
  /** What undo cannot restore. */
  caveat?: string;
  back: string;
  next: Way;
}) {
  const { operation, of, named, record, fields, note, caveat, back, next } = props;
  const navigate = useNavigate();
  const write = useWrite(operation, [named]);
  const [changes, setChanges] = useState<Changed[]>();
  const [isSame, setSame] = useState(false);
  // Fixed on mount: a refetch behind a half-typed form must not reverse edits.
  const [fieldNames] = useState(() => editable(operation));
  const labelOf = useLabels(fieldNames);
  const [{ returned, hints }] = useState(() => returnedOf(record, fieldNames));

  const review = (item: Input<Edit>) => {
    const given: Record<string, unknown> = item;
    const found = difference(
      returned,
      Object.fromEntries(fieldNames.map((fieldName) => [fieldName, given[fieldName]])),
    ).map((it) => {
      // A returned value that cannot be sent is not in the form, but it is the current value.
      const { [it.fieldName]: old } = record as Record<string, unknown>;
      return it.isUnknown && old !== undefined ? { ...it, old, isUnknown: false } : it;
    });
    setSame(found.length === 0);
    if (found.length > 0) setChanges(found);
  };
  const send = () => {
    if (!changes) return;
    write.mutate([{ ...named, ...touched(changes) }], {
      onSettled: () => setChanges(undefined),
      onSuccess: ({ results, api }) => {
        if (!isAccepted(results)) return;
        const beside = record as Record<string, unknown>;
        const undone = changesText(reversed(changes), labelOf, { ...beside, ...touched(changes) });
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
        onSubmit={review}
        submitLabel="Review changes"
        write={write}
        draftKey={[operation, ...Object.values(named)].join('/')}
        onCancel={back}
      >
        {fields(hints)}
      </ItemForm>
      <ReviewDialog
        of={of}
        changes={changes}
        record={returned}
        pending={write.isPending}
        onSend={send}
        onClose={() => setChanges(undefined)}
        note={note?.(changes ?? [])}
      />
    </Forbidden>
  );
}
