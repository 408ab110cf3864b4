import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { operations, type Input } from '../../contract/operations.ts';
import { useRead, useWrite } from '../api.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import type { ContractRecord } from './contract-record.ts';
import { difference, touched, type Changed } from './difference.ts';
import { EditLost } from './edit-lost.tsx';
import { Forbidden } from './forbidden.tsx';
import { countAndSum, isScheduled } from './instalment-totals.ts';
import { ItemForm } from './item-form.tsx';
import type { Hints } from './mandate-fields.tsx';
import { NextLink } from './next-link.tsx';
import { Outcome } from './outcome.tsx';
import { isUnknown } from './read-back.tsx';
import { returnedOf } from './returned.ts';
import { ReviewDialog } from './review-dialog.tsx';

type Edit = 'mandateEdit' | 'contractEdit' | 'mandateInitiateEdit';

const identification: readonly string[] = ['ClientNumber', 'ContractNumber', 'ContractSequence'];
const editable = (operation: Edit): string[] =>
  Object.keys(operations[operation].input.shape).filter((word) => !identification.includes(word));

/** The form that edits a contract's terms by any of its operations: only touched words go, after their difference was shown. */
export function EditTerms({
  operation,
  sequence,
  record,
  back,
  fields,
}: {
  operation: Edit;
  sequence: number;
  record: ContractRecord;
  /** Where the form is left to without saving. */
  back: { label: string; to: string };
  fields: (hints: Hints) => ReactNode;
}) {
  const { href } = usePlace();
  const write = useWrite(operation);
  const instalments = useRead('instalmentList', { ContractSequence: sequence });
  const [changes, setChanges] = useState<Changed[]>();
  const [sent, setSent] = useState<Changed[]>([]);
  const [isSame, setSame] = useState(false);
  // Kept from when the page opened: a reload of the record behind a half-typed form must not turn edits around.
  const [words] = useState(() => editable(operation));
  const [{ returned, hints }] = useState(() => returnedOf(record, words));

  const review = (item: Input<Edit>) => {
    const given: Record<string, unknown> = item;
    const found = difference(returned, Object.fromEntries(words.map((word) => [word, given[word]])));
    setSame(found.length === 0);
    if (found.length > 0) setChanges(found);
  };
  const send = () => {
    if (!changes) return;
    setSent(changes);
    write.mutate([{ ContractSequence: sequence, ...touched(changes) }], { onSettled: () => setChanges(undefined) });
  };
  const name = `Contract ${record.ClientNumber} / ${record.ContractNumber} (${sequence})`;
  const open = instalments.data?.records.filter(isScheduled) ?? [];

  if (write.data?.Successful[0])
    return (
      <Stack spacing={3}>
        <Outcome operation={operation} sent={write.variables ?? []} result={write.data} />
        <NextLink to={href(links.contract(sequence))}>Open contract</NextLink>
      </Stack>
    );
  return (
    <>
      <Forbidden operation={operation} />
      {isSame && (
        <Alert severity="info" sx={{ mb: 2 }}>
          Nothing has changed, so there is nothing to save.
        </Alert>
      )}
      <ItemForm
        operation={operation}
        defaultValues={Object.fromEntries(words.map((word) => [word, returned[word] ?? undefined]))}
        onSubmit={review}
        submitLabel="Review changes"
        pending={write.isPending}
        error={write.error}
        faults={write.data?.Failed[0]?.Errors}
        draftKey={`${operation}/${sequence}`}
        actions={
          <Button component={Link} to={back.to}>
            {back.label}
          </Button>
        }
      >
        {fields(hints)}
        {isUnknown(write.error) && <EditLost sequence={sequence} changes={sent} />}
      </ItemForm>
      <ReviewDialog
        of={name}
        changes={changes}
        record={returned}
        pending={write.isPending}
        onSend={send}
        onClose={() => setChanges(undefined)}
        note={
          open.length > 0 && (
            <Alert severity="info">
              {countAndSum(open)}, still scheduled: the service may move or re-price them. Look at them afterwards.
            </Alert>
          )
        }
      />
    </>
  );
}
