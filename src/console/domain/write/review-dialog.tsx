import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { productName, useTenant } from '#console/api/tenant.ts';
import { RadioButton } from '#kit/form/radio-button.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { countText } from '#kit/ui/sums.ts';
import { changedValueText, type FieldLabelOf } from './changes-text.ts';
import { DifferenceList } from './difference-list.tsx';
import { fieldLabel, type ChangedField } from './difference.ts';
import type { Rebased } from './rebased.ts';

type Values = Record<string, unknown>;

/** `Bank and Account number`. */
function labelsOf(changes: readonly ChangedField[]): string {
  const labels = changes.map(({ fieldName }) => fieldLabel(fieldName));
  return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' and ');
}

const valuesOf = (changes: readonly ChangedField[], labelOf: FieldLabelOf, record: Values): string =>
  changes.map(({ fieldName }) => changedValueText(fieldName, record[fieldName], labelOf, record)).join(', ');

/** Another person saved other values of what the form changes: asks which ones are kept. */
function Conflict(props: {
  conflict: Rebased['conflicts'][number];
  by: string | undefined;
  stored: Values;
  given: Values;
  labelOf: FieldLabelOf;
  isMine: boolean | undefined;
  onChoose: (isMine: boolean) => void;
}) {
  const { conflict, by, stored, given, labelOf, isMine, onChoose } = props;
  const name = useId();
  const labels = labelsOf(conflict.moved);
  const theirs = valuesOf(conflict.moved, labelOf, stored);
  const fields = [
    ...conflict.moved,
    ...conflict.changes.filter((it) => !conflict.moved.some((one) => one.fieldName === it.fieldName)),
  ];
  return (
    <Notice tone="warning" role="group" aria-labelledby={name}>
      <div id={name}>
        {labels} {conflict.moved.length === 1 ? 'was' : 'were'} changed meanwhile to {theirs}
        {by && ` by ${by}`}; yours would replace {conflict.moved.length === 1 ? 'it' : 'them'}.
      </div>
      <RadioButton
        name={name}
        label={`Use theirs: ${valuesOf(fields, labelOf, stored)}`}
        isOn={isMine === false}
        onChoose={() => onChoose(false)}
      />
      <RadioButton
        name={name}
        label={`Use mine: ${valuesOf(fields, labelOf, given)}`}
        isOn={isMine === true}
        onChoose={() => onChoose(true)}
      />
    </Notice>
  );
}

export function ReviewDialog(props: {
  of: string;
  review: Rebased & { given: Values; stored: Values; by: Record<string, string | undefined>; isUnread: boolean };
  labelOf: FieldLabelOf;
  note: (changes: readonly ChangedField[]) => ReactNode;
  isReading: boolean;
  isSaving: boolean;
  onSend: (changes: readonly ChangedField[]) => void;
  onClose: () => void;
}) {
  const { of, review, labelOf, note, isReading, isSaving, onSend, onClose } = props;
  const { stored, given, conflicts, theirs, by } = review;
  const { merchant, product } = useTenant();
  const [mine, setMine] = useState<Readonly<Record<number, boolean>>>({});
  const order = Object.keys(given);
  const changes = [
    ...review.changes,
    ...conflicts.flatMap((it, at) => (mine[at] === false ? [] : it.changes)),
  ].toSorted((one, other) => order.indexOf(one.fieldName) - order.indexOf(other.fieldName));
  const words = countText(changes.length, ['change', 'changes']);
  const isOpen = conflicts.some((_, at) => mine[at] === undefined);
  return (
    <Modal
      title={`Review ${words}`}
      size="l"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SaveButton
            autoFocus
            isSaving={isReading || isSaving}
            saving={isReading ? 'Checking…' : undefined}
            disabled={isOpen || changes.length === 0}
            onClick={() => onSend(changes)}
          >
            Save {words}
          </SaveButton>
        </>
      }
    >
      <Stack spacing={2}>
        <Typography>
          {of}, merchant {merchant}, {productName(product)}. Only these fields change; all others stay as they are.
        </Typography>
        {review.isUnread && (
          <Notice tone="warning">
            We couldn’t check whether somebody else has changed it since you opened this form.
          </Notice>
        )}
        {conflicts.map((it, at) => (
          <Conflict
            key={it.moved[0]?.fieldName}
            conflict={it}
            by={by[it.moved[0]?.fieldName ?? '']}
            stored={stored}
            given={given}
            labelOf={labelOf}
            isMine={mine[at]}
            onChoose={(isMine) => setMine((all) => ({ ...all, [at]: isMine }))}
          />
        ))}
        {theirs.length > 0 && (
          <Notice tone="info">
            Changed meanwhile by somebody else, and kept:{' '}
            {theirs.map((it) => `${fieldLabel(it.fieldName)} ${valuesOf([it], labelOf, stored)}`).join(', ')}.
          </Notice>
        )}
        {changes.length > 0 ? (
          <>
            <DifferenceList changes={changes} record={stored} />
            {note(changes)}
          </>
        ) : (
          <Typography>Nothing is left to save. Everything stays as it is stored now.</Typography>
        )}
      </Stack>
    </Modal>
  );
}
