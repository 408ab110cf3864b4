import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { isAccepted } from '#answers/send/results.ts';
import { useTenant } from '#console/api/tenant.ts';
import { ContractNumberInput } from '#console/domain/client/numbers.tsx';
import { ClientPicker } from '#console/domain/client/picker.tsx';
import type { Hints } from '#console/domain/contract/mandate-fields.tsx';
import { useContractNames } from '#console/domain/contract/names.ts';
import { useContract, type ContractRecord } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { RecordStates } from '#console/domain/record-states.tsx';
import { DefaultsLine, useFormDefaults } from '#console/domain/write/defaults.tsx';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { contractIdOf, idOfSegment, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { Input } from '#contract/operations.ts';
import { Forbidden } from '#kit/ui/forbidden.tsx';
import { Group, TwoColumns } from '#kit/ui/group.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { carriedFrom } from './form/carry.ts';
import { useCreated } from './form/created.tsx';
import { ContractFields } from './form/fields.tsx';
import { SchedulePreview } from './form/schedule-preview.tsx';

/** Reminds to cancel the old contract, which would otherwise be collected as well. */
function Old({ contract, isMade }: { contract: ContractId; isMade?: boolean }) {
  const { href } = useTenant();
  const nameOf = useContractNames();
  const name = nameOf(contract);
  return (
    <Notice tone={isMade ? 'warning' : 'info'} sx={isMade ? undefined : { mb: 2 }}>
      {isMade ? 'The old contract is still collected, too: ' : 'The terms are those of '}
      <Link component={RouterLink} to={href(links.contract(contract))}>
        {isMade ? `open ${name} and cancel it` : name}
      </Link>
      {isMade ? '.' : ', which goes on until you cancel it.'}
    </Notice>
  );
}

function Form({ client, old }: { client?: string; old?: ContractRecord }) {
  const { href } = useTenant();
  const today = useToday();
  const write = useWrite('contractCreate');
  const created = useCreated('contractCreate');
  const from = old && contractIdOf(old);
  const { values, remember } = useFormDefaults('contract');
  const [start] = useState((): { item: Partial<Input<'contractCreate'>>; hints: Hints } =>
    old ? carriedFrom(old, today) : { item: { ...values(), ...(client ? { ClientNumber: client } : {}) }, hints: {} },
  );
  const isClientKnown = Boolean(start.item.ClientNumber);

  const back = { label: 'Contracts', to: href(links.contracts()) };
  const submit = (item: Input<'contractCreate'>) =>
    write.mutate([item], {
      onSuccess: (answer) => {
        if (isAccepted(answer.results)) remember(item);
        created(
          item,
          answer,
          [
            {
              label: 'New contract for the same client',
              to: href(links.contractCreate({ client: item.ClientNumber })),
            },
          ],
          from && <Old contract={from} isMade />,
        );
      },
    });
  return (
    <Page title="New contract" lead="Use this only to collect without a mandate." back={back}>
      <Forbidden operation="contractCreate">
        {from !== undefined && <Old contract={from} />}
        <ItemForm
          operation="contractCreate"
          defaultValues={start.item}
          onSubmit={submit}
          submitLabel="Create contract"
          write={write}
          onCancel={back.to}
          draftKey={['contract-create', from ? segmentOf(from) : client].filter(Boolean).join('/')}
        >
          <TwoColumns aside={<SchedulePreview />}>
            <Group title="Client">
              <ClientPicker autoFocus={!isClientKnown} replaced={old} />
              <ContractNumberInput replaced={old} autoFocus={isClientKnown} />
            </Group>
            <ContractFields hints={start.hints} isNew defaults={start.item} />
            <DefaultsLine form="contract" />
          </TwoColumns>
        </ItemForm>
      </Forbidden>
    </Page>
  );
}

/** `from` is the contract whose terms it copies, `client` the client. */
export function ContractCreate() {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const from = query.get('from');
  const contract = useContract(idOfSegment(from ?? ''));
  if (!from) return <Form client={query.get('client') ?? undefined} />;
  if (contract.record) return <Form key={from} old={contract.record} />;
  return (
    <Page title="New contract" back={{ label: 'Contracts', to: href(links.contracts()) }}>
      <RecordStates
        of={contract}
        what={`contract ${from}`}
        list={{ label: 'Search all contracts', to: href(links.contracts({ q: from })) }}
      />
    </Page>
  );
}
