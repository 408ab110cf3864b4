import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isAccepted } from '#answers/send/results.ts';
import { useTenant } from '#console/api/tenant.ts';
import { ContractNumberInput } from '#console/domain/client/numbers.tsx';
import { ClientPicker } from '#console/domain/client/picker.tsx';
import { MandateFields } from '#console/domain/contract/mandate-fields.tsx';
import { links } from '#console/domain/links.ts';
import { useContractsTrail } from '#console/domain/list/contracts-trail.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { isStepping } from '#console/domain/schedule/terms.ts';
import { DefaultsLine, useFormDefaults } from '#console/domain/write/defaults.tsx';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import type { Input } from '#contract/operations.ts';
import { Forbidden } from '#kit/ui/forbidden.tsx';
import { Group, TwoColumns } from '#kit/ui/group.tsx';
import { Page } from '#kit/ui/page.tsx';
import { useCreated } from './form/created.tsx';
import { SchedulePreview } from './form/schedule-preview.tsx';

type Item = Input<'mandateCreate'>;

/** Omits the adjustment's fields if its category hides them. */
function visible(item: Item): Item {
  if (isStepping(item.AdjustmentCategory)) return item;
  const { AdjustmentAmount: _amount, AdjustmentRate: _rate, ...rest } = item;
  return rest;
}

/** The address may set the client and the transaction type. */
export function MandateCreate() {
  const back = useContractsTrail('mandates');
  const [query] = useSearchParams();
  const client = query.get('client') ?? undefined;
  const type = query.get('type') ?? undefined;
  const { href } = useTenant();
  const created = useCreated('mandateCreate');
  const write = useWrite('mandateCreate');
  const { values, remember } = useFormDefaults('mandate');
  const [start] = useState((): Partial<Item> => ({
    ...values(),
    ...(type ? { TransactionType: type } : {}),
    ...(client ? { ClientNumber: client } : {}),
  }));

  const submit = (item: Item) =>
    write.mutate([item], {
      onSuccess: (answer) => {
        if (isAccepted(answer.results)) remember(item);
        created(item, answer, [
          { label: 'New mandate', to: href(links.mandateCreate({ type })) },
          {
            label: 'New mandate for the same client',
            to: href(links.mandateCreate({ client: item.ClientNumber, type })),
          },
        ]);
      },
    });
  return (
    <Page title="New mandate" back={back}>
      <Forbidden operation="mandateCreate">
        <ItemForm
          operation="mandateCreate"
          defaultValues={start}
          onSubmit={(item) => submit(visible(item))}
          submitLabel="Create mandate"
          write={write}
          onCancel={href(links.mandates())}
          draftKey={client ? `mandate-create/${client}` : 'mandate-create'}
        >
          <TwoColumns aside={<SchedulePreview />}>
            <Group title="Client">
              <ClientPicker autoFocus={!client} />
              <ContractNumberInput autoFocus={Boolean(client)} />
            </Group>
            <MandateFields isNew defaults={start} />
            <DefaultsLine form="mandate" />
          </TwoColumns>
        </ItemForm>
      </Forbidden>
    </Page>
  );
}
