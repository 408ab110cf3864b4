import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Input } from '../../contract/operations.ts';
import type { Planned } from '../../rules/schedule.ts';
import { useWrite, type Outcome } from '../api.ts';
import { links } from '../links.ts';
import { ClientNumberField } from '../parts/client-check.tsx';
import { CreateDone } from '../parts/contract-create-done.tsx';
import { CreateLost } from '../parts/contract-create-lost.tsx';
import { Beside, Group } from '../parts/group.tsx';
import { Forbidden } from '../parts/forbidden.tsx';
import { initiating } from '../parts/initiate-status.ts';
import { ItemForm } from '../parts/item-form.tsx';
import { AmountFields, KindFields, RareFields, TimeFields } from '../parts/mandate-fields.tsx';
import { Page } from '../parts/page.tsx';
import { isUnknown } from '../parts/read-back.tsx';
import { SchedulePreview } from '../parts/schedule-preview.tsx';
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
  result: Outcome<'mandateCreate'>;
  expected?: Planned[];
}

/**
 * New mandate: the terms as groups, the schedule that they lead to beside them, then what the service made of it. The
 * address may name the client and the transaction type that it starts with.
 */
export function MandateCreate() {
  const { href } = usePlace();
  const [query] = useSearchParams();
  const client = query.get('client') ?? undefined;
  const type = query.get('type') ?? undefined;
  const isInitiating = type === initiating.TransactionType;
  const write = useWrite('mandateCreate');
  const [sent, setSent] = useState<Item>();
  const [done, setDone] = useState<Done>();
  const [start, setStart] = useState<{ round: number; defaults: Partial<Item> }>({
    round: 0,
    defaults: { ...(client ? { ClientNumber: client } : {}), ...(type ? { TransactionType: type } : {}) },
  });

  const submit = (all: Item) => {
    const item = visible(all);
    const plan = estimate(item);
    setSent(item);
    write.mutate([item], {
      onSuccess: (result) => {
        if (result.Successful.length === 0) return;
        setDone({ item, result, expected: plan.kind === 'planned' ? plan.planned : undefined });
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
        <CreateDone
          operation="mandateCreate"
          client={done.item.ClientNumber}
          sequence={done.result.Successful[0]?.ContractSequence}
          result={done.result}
          expected={done.expected}
          onNext={(number) => next({ ...carry(done.item), ...(number ? { ClientNumber: number } : {}) })}
        />
      </Page>
    );
  return (
    <Page title="New mandate" back={{ label: 'Mandates', to: href(links.mandates()) }}>
      <Forbidden operation="mandateCreate" />
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
            <ClientNumberField autoFocus={!client} noun={isInitiating ? 'initiated' : 'mandate'} />
            <WordField word="ContractNumber" required autoFocus={Boolean(client)} />
          </Group>
          <KindFields />
          <TimeFields isNew />
          <AmountFields isNew />
          <RareFields />
        </Beside>
        {sent && isUnknown(write.error) && <CreateLost operation="mandateCreate" item={sent} />}
      </ItemForm>
    </Page>
  );
}
