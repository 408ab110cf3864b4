import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AccountNotices } from '#console/domain/client/account-notices.tsx';
import { BankDetailsChanged } from '#console/domain/client/bank-details-changed.tsx';
import { BankName } from '#console/domain/client/bank-name.tsx';
import { KnownContracts } from '#console/domain/client/check.tsx';
import { ContractNumberInput } from '#console/domain/client/numbers.tsx';
import { ClientPicker } from '#console/domain/client/picker.tsx';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { links } from '#console/domain/links.ts';
import { useListOfClient } from '#console/domain/list/search.ts';
import { payoutsOf } from '#console/domain/money-item/payout-sums.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { DefaultsLine, useFormDefaults } from '#console/domain/write/defaults.tsx';
import { announce } from '#console/domain/write/done.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { Input, LooseOutput } from '#contract/operations.ts';
import { MoreOptions } from '#kit/form/more-options.tsx';
import { Forbidden } from '#kit/ui/forbidden.tsx';
import { Group, TwoColumns } from '#kit/ui/group.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { PaymentsMade } from './created.tsx';
import { PayoutPreview } from './preview.tsx';
import { estimatePayments } from './terms.ts';

/** Payee, bank details and payout contracts, which are numbered separately. */
function Payee({ client, number }: { client: LooseOutput<'clientList'>; number: string }) {
  const today = useToday();
  const contracts = useListOfClient('payoutContractList', number);
  const payments = useReadOfRecord('payoutPaymentList', contracts.isUnlisted ? { ClientNumber: number } : null);
  const records = payments.data?.records;
  const ofPayments = useMemo(() => records && payoutsOf(records, today), [records, today]);
  const known = contracts.isUnlisted ? ofPayments : contracts.data?.records;
  return (
    <>
      <Typography variant="body2">
        <strong>{client.ClientName ?? 'No name'}</strong> is paid to{' '}
        <BankName bank={client.BankCode} branch={client.BranchCode} />
        {client.AccountNumber != null && (
          <>
            {' '}
            <span style={{ whiteSpace: 'nowrap' }}>{maskedNumber(String(client.AccountNumber))}</span>
          </>
        )}
      </Typography>
      <BankDetailsChanged client={client} />
      <AccountNotices number={number} />
      <KnownContracts title="Payout contracts" known={known} link={links.payoutContract} />
    </>
  );
}

type Item = Input<'payoutContractCreate'>;

export function PayoutContractCreate() {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const client = query.get('client') ?? undefined;
  const write = useWrite('payoutContractCreate');
  const navigate = useNavigate();
  const { values, remember } = useFormDefaults('payout');
  const [start] = useState((): Partial<Item> => ({ ...values(), ...(client ? { ClientNumber: client } : {}) }));
  const back = { label: 'Payout contracts', to: href(links.payoutContracts()) };

  const submit = (item: Item) =>
    write.mutate([item], {
      onSuccess: ({ Successful: [made], api }) => {
        if (!made) return;
        remember(item);
        const contract = contractIdOf({ ...item, ContractSequence: made.ContractSequence });
        const plan = estimatePayments(item);
        const to = href(contract ? links.payoutContract(contract) : links.payoutContracts());
        announce(
          {
            text: `Payout contract ${item.ContractNumber ?? ''} created`,
            call: { operation: 'payoutContractCreate', api },
            next: [{ label: 'New payout contract', to: href(links.payoutContractCreate()) }],
            more: <PaymentsMade made={made} expected={plan.kind === 'planned' ? plan.planned : undefined} />,
          },
          to,
        );
        void navigate(to);
      },
    });
  return (
    <Page title="New payout contract" back={back}>
      <Forbidden operation="payoutContractCreate">
        <ItemForm
          operation="payoutContractCreate"
          defaultValues={start}
          onSubmit={submit}
          submitLabel="Create payout contract"
          write={write}
          onCancel={back.to}
          draftKey={client ? `payout-contract-create/${client}` : 'payout-contract-create'}
        >
          <TwoColumns aside={<PayoutPreview />}>
            <Group title="Client">
              <ClientPicker autoFocus={!client} about={Payee} />
              <ContractNumberInput kind="payouts" autoFocus={Boolean(client)} />
            </Group>
            <Group title="Payments">
              <FieldInput fieldName="PaymentAmount" required />
              <FieldInput fieldName="PaymentStartDate" required hint="Later payments use the same day." />
              <FieldInput fieldName="NumberOfPayments" hint="Leave empty to add payments one by one." />
              <FieldInput fieldName="FrequencyCode" hint="Required for two or more payments." />
            </Group>
            <MoreOptions fieldNames={['PaymentIndicator']} defaults={start}>
              <Group title="Payout type">
                <FieldInput fieldName="PaymentIndicator" hint="What kind of payout it is." />
              </Group>
            </MoreOptions>
            <DefaultsLine form="payout" />
            <Notice tone="info">
              You can’t edit a payout contract later, but you can change single payments or cancel it.
            </Notice>
          </TwoColumns>
        </ItemForm>
      </Forbidden>
    </Page>
  );
}
