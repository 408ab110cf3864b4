import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Input } from '../../../contract/operations.ts';
import { useContractsTrail } from '../../domain/section-tabs.tsx';
import { ClientNumberField } from '../../domain/client/check.tsx';
import { links } from '../../domain/links.ts';
import { useTenant } from '../../api/tenant.ts';
import { useCreated } from './form/created.tsx';
import { TwoColumns, Group } from '../../kit/ui/group.tsx';
import { Forbidden } from '../../kit/ui/forbidden.tsx';
import { initiating } from '../../domain/contract/initiate-status.ts';
import { ItemForm } from '../../domain/write/item-form.tsx';
import { AmountFields, KindFields, RareFields, TimeFields } from '../../domain/contract/mandate-fields.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { SchedulePreview } from './form/schedule-preview.tsx';
import { isStepping } from '../../domain/schedule/terms.ts';
import { FieldInput } from '../../kit/form/field-input.tsx';
import { useWrite } from '../../domain/write/write.ts';

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
  Object.fromEntries(carried.flatMap((fieldName) => (item[fieldName] == null ? [] : [[fieldName, item[fieldName]]])));

/** What leads here from the mandate before. */
interface Carried {
  like?: Partial<Item>;
}

/** Only what the form shows goes: an adjustment whose category was taken back is not sent from out of sight. */
function visible(item: Item): Item {
  if (isStepping(item.AdjustmentCategory)) return item;
  const { AdjustmentAmount: _amount, AdjustmentRate: _rate, ...rest } = item;
  return rest;
}

/**
 * New mandate: the terms as groups, the schedule that they lead to beside them. The
 * address may name the client and the transaction type that it starts with.
 */
export function MandateCreate() {
  const back = useContractsTrail('mandates');
  const [query] = useSearchParams();
  const client = query.get('client') ?? undefined;
  const type = query.get('type') ?? undefined;
  const isInitiating = type === initiating.TransactionType;
  const { href } = useTenant();
  const { like } = (useLocation().state ?? {}) as Carried;
  const created = useCreated('mandateCreate');
  const write = useWrite('mandateCreate');
  const [start, setStart] = useState<{ round: number; defaults: Partial<Item> }>({
    round: 0,
    defaults: { ...like, ...(client ? { ClientNumber: client } : {}), ...(type ? { TransactionType: type } : {}) },
  });

  const submit = (item: Item) =>
    write.mutate([item], {
      onSuccess: (answer) => {
        const state: Carried = { like: carry(item) };
        created(item, answer, [
          { label: 'New mandate', to: href(links.mandateCreate()), state },
          {
            label: 'New mandate for the same client',
            to: href(links.mandateCreate({ client: item.ClientNumber })),
            state,
          },
        ]);
      },
    });
  return (
    <Page title="New mandate" back={back}>
      <Forbidden operation="mandateCreate" />
      {like && start.round === 0 && (
        <Alert
          severity="info"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => setStart({ round: 1, defaults: {} })}>
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
        onSubmit={(item) => submit(visible(item))}
        submitLabel="Create mandate"
        write={write}
        draftKey={client ? `mandate-create/${client}` : 'mandate-create'}
      >
        <TwoColumns aside={<SchedulePreview />}>
          <Group title="Who">
            <ClientNumberField autoFocus={!client} noun={isInitiating ? 'initiated' : 'mandate'} />
            <FieldInput fieldName="ContractNumber" required autoFocus={Boolean(client)} />
          </Group>
          <KindFields />
          <TimeFields isNew />
          <AmountFields isNew />
          <RareFields />
        </TwoColumns>
      </ItemForm>
    </Page>
  );
}
