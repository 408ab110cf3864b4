import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { contractIdOf, idOfSegment, nameOfId, segmentOf, type ContractId } from '../../api/contract-id.ts';
import { links } from '../../domain/links.ts';
import { ContractNumberInput } from '../../domain/client/numbers.tsx';
import { ClientPicker } from '../../domain/client/picker.tsx';
import { carriedFrom } from './form/carry.ts';
import type { Input } from '../../../contract/operations.ts';
import { useCreated } from './form/created.tsx';
import { ContractFields } from './form/fields.tsx';
import { useContract, type ContractRecord } from '../../domain/contract/record.ts';
import { TwoColumns, Group } from '../../kit/ui/group.tsx';
import { Forbidden } from '../../kit/ui/forbidden.tsx';
import { ItemForm } from '../../domain/write/item-form.tsx';
import { isAccepted } from '../../api/send/results.ts';
import { DefaultsLine, useFormDefaults } from '../../domain/write/defaults.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { RecordStates } from '../../domain/record-states.tsx';
import type { Hints } from '../../domain/contract/mandate-fields.tsx';
import { SchedulePreview } from './form/schedule-preview.tsx';
import { useToday } from '../../session/today.ts';
import { useTenant } from '../../api/tenant.ts';
import { useWrite } from '../../domain/write/write.ts';

/** A new contract only adds to the old one: who forgets to cancel that one collects twice. */
function Old({ contract, isMade }: { contract: ContractId; isMade?: boolean }) {
  const { href } = useTenant();
  return (
    <Alert severity={isMade ? 'warning' : 'info'} sx={isMade ? undefined : { mb: 2 }}>
      {isMade ? 'The old contract is still collected, too: ' : 'The terms are those of '}
      <Link component={RouterLink} underline="always" to={href(links.contract(contract))}>
        {isMade ? `open contract ${nameOfId(contract)} and cancel it` : `contract ${nameOfId(contract)}`}
      </Link>
      {isMade ? '.' : ', which goes on until you cancel it.'}
    </Alert>
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
    <Page title="New contract" lead="For collections that stand on no mandate." back={back}>
      <Forbidden operation="contractCreate" />
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
    </Page>
  );
}

/** New contract without a mandate. `from` is the contract whose terms it starts with, `client` whose it is. */
export function ContractCreate() {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const from = query.get('from');
  const contract = useContract(idOfSegment(from ?? ''));
  if (!from) return <Form client={query.get('client') ?? undefined} />;
  if (contract.record) return <Form key={from} old={contract.record} />;
  return (
    <Page title="New contract" back={{ label: 'Contracts', to: href(links.contracts()) }}>
      <RecordStates of={contract}>There is no contract {from} here to start from.</RecordStates>
    </Page>
  );
}
