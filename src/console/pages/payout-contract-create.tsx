import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Input, Output } from '../../contract/operations.ts';
import { useRead, useWrite, type Outcome as Answer } from '../api.ts';
import { links } from '../links.ts';
import { ClientNumberField } from '../parts/client-check.tsx';
import { Forbidden } from '../parts/forbidden.tsx';
import { Beside, Group } from '../parts/group.tsx';
import { ItemForm } from '../parts/item-form.tsx';
import { NextLink } from '../parts/next-link.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Page } from '../parts/page.tsx';
import { Payee } from '../parts/payout-client.tsx';
import { PaymentsMade } from '../parts/payout-made.tsx';
import { PayoutPreview } from '../parts/payout-preview.tsx';
import { estimatePayments, type PlannedPayment } from '../parts/payout-terms.ts';
import { isUnknown, ReadBack } from '../parts/read-back.tsx';
import { WordField } from '../parts/word-field.tsx';
import { usePlace } from '../place.ts';

type Item = Input<'payoutContractCreate'>;

interface Done {
  item: Item;
  answer: Answer<'payoutContractCreate'>;
  made: Output<'payoutContractCreate'>;
  expected?: PlannedPayment[];
}

function Created({ done, onNext }: { done: Done; onNext: () => void }) {
  const { href } = usePlace();
  const { item, made, answer, expected } = done;
  const sequence = made.ContractSequence;
  return (
    <Stack spacing={3}>
      <Outcome operation="payoutContractCreate" sent={[item]} result={answer} />
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {sequence != null && <NextLink to={href(links.payoutContract(sequence))}>Open payout contract</NextLink>}
        <Button variant="outlined" onClick={onNext}>
          New payout contract
        </Button>
      </Stack>
      <PaymentsMade made={made} expected={expected} />
    </Stack>
  );
}

/** After a lost answer: is the payout contract there? */
function Lost({ item }: { item: Item }) {
  const { href } = usePlace();
  const [isAsked, setAsked] = useState(false);
  const { ClientNumber, ContractNumber } = item;
  const read = useRead('payoutContractList', isAsked ? { ClientNumber, ContractNumber } : null);
  const sequence = read.data?.records[0]?.ContractSequence;
  const isAbsent = read.error?.kind === 'notFound' || read.data?.records.length === 0;
  return (
    <ReadBack
      what={`payout contract ${ClientNumber} / ${ContractNumber}`}
      state={!isAsked ? 'unasked' : read.isFetching ? 'asking' : isAbsent ? 'absent' : read.data ? 'there' : 'failed'}
      found={sequence != null && <Link to={href(links.payoutContract(sequence))}>Open payout contract {sequence}</Link>}
      onCheck={() => (isAsked ? void read.refetch() : setAsked(true))}
    />
  );
}

/** New payout contract: who, how much, when; beside it the payments that come of it, then what the service made. */
export function PayoutContractCreate() {
  const { href } = usePlace();
  const [query] = useSearchParams();
  const client = query.get('client') ?? undefined;
  const write = useWrite('payoutContractCreate');
  const [sent, setSent] = useState<Item>();
  const [done, setDone] = useState<Done>();
  const [round, setRound] = useState(0);
  const back = { label: 'Payout contracts', to: href(links.payoutContracts()) };

  const submit = (item: Item) => {
    const plan = estimatePayments(item);
    setSent(item);
    write.mutate([item], {
      onSuccess: (answer) => {
        const made = answer.Successful[0];
        if (made) setDone({ item, answer, made, expected: plan.kind === 'planned' ? plan.planned : undefined });
      },
    });
  };
  const next = () => {
    write.reset();
    setSent(undefined);
    setDone(undefined);
    setRound(round + 1);
  };

  if (done)
    return (
      <Page title="Payout contract created" back={back}>
        <Created done={done} onNext={next} />
      </Page>
    );
  return (
    <Page title="New payout contract" back={back}>
      <Forbidden operation="payoutContractCreate" />
      <ItemForm
        key={round}
        operation="payoutContractCreate"
        defaultValues={client && round === 0 ? { ClientNumber: client } : {}}
        onSubmit={submit}
        submitLabel="Create payout contract"
        pending={write.isPending}
        error={write.error}
        faults={write.data?.Failed[0]?.Errors}
        draftKey={client ? `payout-contract-create/${client}` : 'payout-contract-create'}
      >
        <Beside aside={<PayoutPreview />}>
          <Group title="Who is paid">
            <ClientNumberField autoFocus={!client} noun="payout" about={Payee} />
            <WordField word="ContractNumber" required autoFocus={Boolean(client)} />
          </Group>
          <Group title="How much">
            <WordField word="PaymentAmount" required hint="Of each payment." />
            <WordField word="NumberOfPayments" hint="Empty: payments are added one by one." />
            <WordField word="PaymentIndicator" hint="What kind of payout it is." />
          </Group>
          <Group title="When">
            <WordField word="PaymentStartDate" required hint="The first payment; the others follow its day." />
            <WordField word="FrequencyCode" hint="Needed for more than one payment." />
          </Group>
          <Alert severity="info">
            A payout contract is not edited later: each payment can be moved or re-priced on its own, and the contract
            can be cancelled.
          </Alert>
        </Beside>
        {sent && isUnknown(write.error) && <Lost item={sent} />}
      </ItemForm>
    </Page>
  );
}
