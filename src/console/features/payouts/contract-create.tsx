import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Input } from '../../../contract/operations.ts';
import type { Outcome as Answer } from '../../api/client.ts';
import { contractIdOf } from '../../api/contract-id.ts';
import { links } from '../../domain/links.ts';
import { ClientNumberField } from '../../domain/client/check.tsx';
import { Forbidden } from '../../kit/ui/forbidden.tsx';
import { TwoColumns, Group } from '../../kit/ui/group.tsx';
import { ItemForm } from '../../domain/write/item-form.tsx';
import { NextLink } from '../../kit/ui/next-link.tsx';
import { Outcome } from '../../kit/outcome/outcome.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { Payee } from './client.tsx';
import { PaymentsMade } from './created.tsx';
import { PayoutPreview } from './preview.tsx';
import { estimatePayments } from './terms.ts';
import { FieldInput } from '../../kit/form/field-input.tsx';
import { useTenant } from '../../api/tenant.ts';
import { useWrite } from '../../domain/write/write.ts';

type Operation = 'payoutContractCreate';
type Item = Input<Operation>;

function Created({ item, result, onNext }: { item: Item; result: Answer<Operation>; onNext: () => void }) {
  const { href } = useTenant();
  const [made] = result.Successful;
  const contract = contractIdOf({ ...item, ContractSequence: made?.ContractSequence });
  const plan = estimatePayments(item);
  return (
    <Stack spacing={3}>
      <Outcome operation="payoutContractCreate" result={result} />
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {contract && <NextLink to={href(links.payoutContract(contract))}>Open payout contract</NextLink>}
        <Button variant="outlined" onClick={onNext}>
          New payout contract
        </Button>
      </Stack>
      {made && <PaymentsMade made={made} expected={plan.kind === 'planned' ? plan.planned : undefined} />}
    </Stack>
  );
}

/** New payout contract: who, how much, when; beside it the payments that come of it, then what the service made. */
export function PayoutContractCreate() {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const client = query.get('client') ?? undefined;
  const write = useWrite('payoutContractCreate');
  const [round, setRound] = useState(0);
  const sent = write.variables?.[0];
  const back = { label: 'Payout contracts', to: href(links.payoutContracts()) };

  const next = () => {
    write.reset();
    setRound(round + 1);
  };

  if (sent && write.data?.Successful[0])
    return (
      <Page title="Payout contract created" back={back}>
        <Created item={sent} result={write.data} onNext={next} />
      </Page>
    );
  return (
    <Page title="New payout contract" back={back}>
      <Forbidden operation="payoutContractCreate" />
      <ItemForm
        key={round}
        operation="payoutContractCreate"
        defaultValues={client && round === 0 ? { ClientNumber: client } : {}}
        onSubmit={(item) => write.mutate([item])}
        submitLabel="Create payout contract"
        write={write}
        draftKey={client ? `payout-contract-create/${client}` : 'payout-contract-create'}
      >
        <TwoColumns aside={<PayoutPreview />}>
          <Group title="Who is paid">
            <ClientNumberField autoFocus={!client} noun="payout" about={Payee} />
            <FieldInput fieldName="ContractNumber" required autoFocus={Boolean(client)} />
          </Group>
          <Group title="How much">
            <FieldInput fieldName="PaymentAmount" required hint="Of each payment." />
            <FieldInput fieldName="NumberOfPayments" hint="Empty: payments are added one by one." />
            <FieldInput fieldName="PaymentIndicator" hint="What kind of payout it is." />
          </Group>
          <Group title="When">
            <FieldInput fieldName="PaymentStartDate" required hint="The first payment; the others follow its day." />
            <FieldInput fieldName="FrequencyCode" hint="Needed for more than one payment." />
          </Group>
          <Alert severity="info">
            A payout contract is not edited later: each payment can be moved or given another amount on its own, and the
            contract can be cancelled.
          </Alert>
        </TwoColumns>
      </ItemForm>
    </Page>
  );
}
