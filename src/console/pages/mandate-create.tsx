import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Input, Output } from '../../contract/operations.ts';
import type { Planned } from '../../rules/schedule.ts';
import { useRead, useWrite, type Outcome as Answer } from '../api.ts';
import { links } from '../links.ts';
import { ClientNumberField } from '../parts/client-check.tsx';
import { Beside, Group } from '../parts/group.tsx';
import { ItemForm } from '../parts/item-form.tsx';
import { AmountFields, KindFields, RareFields, TimeFields } from '../parts/mandate-fields.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Page } from '../parts/page.tsx';
import { isUnknown, ReadBack } from '../parts/read-back.tsx';
import { SchedulePreview } from '../parts/schedule-preview.tsx';
import { ScheduleVerdict } from '../parts/schedule-verdict.tsx';
import { estimate, isStepping } from '../parts/terms.ts';
import { WordField } from '../parts/word-field.tsx';
import { usePlace } from '../place.ts';

type Item = Input<'mandateCreate'>;

// What a pile of paper mandates has in common; amounts, dates and numbers are typed anew for each.
const carried = [
  'MandateType',
  'TransactionType',
  'TrackingYN',
  'TrackingCode',
  'FrequencyCode',
  'CollectionDay',
] as const;
const carry = (item: Item): Partial<Item> =>
  Object.fromEntries(carried.flatMap((word) => (item[word] == null ? [] : [[word, item[word]]])));

/** Only what the form shows goes: an adjustment whose category was taken back is not sent from out of sight. */
function visible(item: Item): Item {
  if (isStepping(item.AdjustmentCategory)) return item;
  const { AdjustmentAmount: _amount, AdjustmentRate: _rate, ...rest } = item;
  return rest;
}

interface Done {
  item: Item;
  answer: Answer<'mandateCreate'>;
  made: Output<'mandateCreate'>;
  expected?: Planned[];
}

function Created({ done, onNext }: { done: Done; onNext: (defaults: Partial<Item>) => void }) {
  const { href } = usePlace();
  const { item, made, answer, expected } = done;
  const sequence = made.ContractSequence;
  return (
    <Stack spacing={3}>
      <Outcome operation="mandateCreate" sent={[item]} result={answer} />
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button variant="contained" autoFocus onClick={() => onNext(carry(item))}>
          New mandate
        </Button>
        <Button variant="outlined" onClick={() => onNext({ ...carry(item), ClientNumber: item.ClientNumber })}>
          New mandate for the same client
        </Button>
        {sequence != null && (
          <Button variant="outlined" component={Link} to={href(links.contract(sequence))}>
            Open contract
          </Button>
        )}
      </Stack>
      {sequence == null ? (
        <Alert severity="info">
          The service did not return a contract sequence, so its instalments cannot be compared.
        </Alert>
      ) : (
        <ScheduleVerdict sequence={sequence} expected={expected} />
      )}
    </Stack>
  );
}

/** After a lost answer: is the mandate there? */
function Lost({ item }: { item: Item }) {
  const { href } = usePlace();
  const [isAsked, setAsked] = useState(false);
  const { ClientNumber, ContractNumber } = item;
  const read = useRead('mandateList', isAsked ? { ClientNumber, ContractNumber } : null);
  const sequence = read.data?.records[0]?.ContractSequence;
  const isAbsent = read.error?.kind === 'notFound' || read.data?.records.length === 0;
  return (
    <ReadBack
      what={`mandate ${ClientNumber} / ${ContractNumber}`}
      state={!isAsked ? 'unasked' : read.isFetching ? 'asking' : isAbsent ? 'absent' : read.data ? 'there' : 'failed'}
      found={sequence != null && <Link to={href(links.contract(sequence))}>Open contract {sequence}</Link>}
      onCheck={() => (isAsked ? void read.refetch() : setAsked(true))}
    />
  );
}

/** New mandate: the terms as groups, the schedule that they lead to beside them, then what the service made of it. */
export function MandateCreate() {
  const { href } = usePlace();
  const [query] = useSearchParams();
  const client = query.get('client') ?? undefined;
  const write = useWrite('mandateCreate');
  const [sent, setSent] = useState<Item>();
  const [done, setDone] = useState<Done>();
  const [start, setStart] = useState<{ round: number; defaults: Partial<Item> }>({
    round: 0,
    defaults: client ? { ClientNumber: client } : {},
  });

  const submit = (all: Item) => {
    const item = visible(all);
    const plan = estimate(item);
    setSent(item);
    write.mutate([item], {
      onSuccess: (answer) => {
        const made = answer.Successful[0];
        if (made) setDone({ item, answer, made, expected: plan.kind === 'planned' ? plan.planned : undefined });
      },
    });
  };
  const next = (defaults: Partial<Item>) => {
    write.reset();
    setSent(undefined);
    setDone(undefined);
    setStart({ round: start.round + 1, defaults });
  };

  if (done)
    return (
      <Page title="Mandate created" back={{ label: 'Mandates', to: href(links.mandates()) }}>
        <Created done={done} onNext={next} />
      </Page>
    );
  return (
    <Page title="New mandate" back={{ label: 'Mandates', to: href(links.mandates()) }}>
      {start.round > 0 && Object.keys(start.defaults).length > 0 && (
        <Alert
          severity="info"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => next({})}>
              Start empty
            </Button>
          }
        >
          Type, tracking, frequency and day are those of the last mandate.
        </Alert>
      )}
      <ItemForm
        key={start.round}
        operation="mandateCreate"
        defaultValues={start.defaults}
        onSubmit={submit}
        submitLabel="Create mandate"
        pending={write.isPending}
        error={write.error}
        faults={write.data?.Failed[0]?.Errors}
        draftKey={client ? `mandate-create/${client}` : 'mandate-create'}
      >
        <Beside aside={<SchedulePreview />}>
          <Group title="Who">
            <ClientNumberField autoFocus={!client} />
            <WordField word="ContractNumber" required autoFocus={Boolean(client)} />
          </Group>
          <KindFields />
          <TimeFields isNew />
          <AmountFields isNew />
          <RareFields />
        </Beside>
        {sent && isUnknown(write.error) && <Lost item={sent} />}
      </ItemForm>
    </Page>
  );
}
