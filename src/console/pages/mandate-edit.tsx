import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { mandates } from '../../contract/mandates.ts';
import type { Input } from '../../contract/operations.ts';
import { useRead, useWrite } from '../api.ts';
import { links } from '../links.ts';
import { useContract, type ContractRecord } from '../parts/contract-record.ts';
import { difference, touched, type Changed } from '../parts/difference.ts';
import { countAndSum, isScheduled } from '../parts/instalment-totals.ts';
import { ItemForm } from '../parts/item-form.tsx';
import { AmountFields, KindFields, RareFields, TimeFields, type Hints } from '../parts/mandate-fields.tsx';
import { NextLink } from '../parts/next-link.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Page } from '../parts/page.tsx';
import { ReviewDialog } from '../parts/review-dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../parts/states.tsx';
import { usePlace } from '../place.ts';

type Item = Input<'mandateEdit'>;
type Word = keyof Item;

const identification: readonly string[] = ['ClientNumber', 'ContractNumber', 'ContractSequence'];
const editable = (Object.keys(mandates.mandateEdit.input.shape) as Word[]).filter(
  (word) => !identification.includes(word),
);

const absent = 'Not returned by the service. Leave empty to keep it as it is.';

function Form({ sequence, record }: { sequence: number; record: ContractRecord }) {
  const { href } = usePlace();
  const write = useWrite('mandateEdit');
  const instalments = useRead('instalmentList', { ContractSequence: sequence });
  const [changes, setChanges] = useState<Changed[]>();
  const [isSame, setSame] = useState(false);
  // Kept from when the page opened: a reload of the record behind a half-typed form must not turn edits around.
  const [returned] = useState<Record<string, unknown>>({ ...record });
  const hints: Hints = Object.fromEntries(
    editable.flatMap((word) => (returned[word] === undefined ? [[word, absent]] : [])),
  );

  const review = (item: Item) => {
    const held = Object.fromEntries(editable.map((word) => [word, item[word]]));
    const found = difference(returned, held);
    setSame(found.length === 0);
    if (found.length > 0) setChanges(found);
  };
  const send = () => {
    if (!changes) return;
    write.mutate([{ ContractSequence: sequence, ...touched(changes) }], { onSettled: () => setChanges(undefined) });
  };
  const name = `Contract ${record.ClientNumber} / ${record.ContractNumber} (${sequence})`;
  const open = instalments.data?.records.filter(isScheduled) ?? [];

  if (write.data?.Successful[0])
    return (
      <Stack spacing={3}>
        <Outcome operation="mandateEdit" sent={write.variables ?? []} result={write.data} />
        <NextLink to={href(links.contract(sequence))}>Open contract</NextLink>
      </Stack>
    );
  return (
    <>
      {isSame && (
        <Alert severity="info" sx={{ mb: 2 }}>
          Nothing has changed, so there is nothing to save.
        </Alert>
      )}
      <ItemForm
        operation="mandateEdit"
        defaultValues={Object.fromEntries(editable.map((word) => [word, returned[word] ?? undefined]))}
        onSubmit={review}
        submitLabel="Review changes"
        pending={write.isPending}
        error={write.error}
        faults={write.data?.Failed[0]?.Errors}
        draftKey={`mandate-edit/${sequence}`}
        actions={
          <Button component={Link} to={href(links.contract(sequence))}>
            Back to the contract
          </Button>
        }
      >
        <AmountFields hints={hints} />
        <TimeFields hints={hints} />
        <KindFields hints={hints} />
        <RareFields hints={hints} />
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

/** Edit of a mandate: only touched words go, after their difference was shown. */
export function MandateEdit() {
  const { href } = usePlace();
  const sequence = Number(useParams().sequence);
  const { record, isMandate, isLoading, error, retry } = useContract(sequence);
  return (
    <Page title="Edit mandate" back={{ label: `Contract ${sequence}`, to: href(links.contract(sequence)) }}>
      {isLoading && <Skeletons rows={8} />}
      {!isLoading && error && <ErrorState error={error} retry={retry} />}
      {record && !isMandate && (
        <EmptyState title="This contract has no mandate">
          A contract without a mandate is not edited: cancel it and create a new one.
        </EmptyState>
      )}
      {record && isMandate && <Form key={sequence} sequence={sequence} record={record} />}
    </Page>
  );
}
