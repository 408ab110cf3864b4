import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useReadOfRecord } from '#console/api/client.ts';
import { BankDetailsChanged } from '#console/domain/client/bank-details-changed.tsx';
import { BankName } from '#console/domain/client/bank-name.tsx';
import { KnownContracts } from '#console/domain/client/check.tsx';
import { links } from '#console/domain/links.ts';
import { useListOfClient } from '#console/domain/list/search.ts';
import { masked } from '#console/kit/ui/masked.tsx';
import { useToday } from '#console/session/today.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { payoutsOf } from './sums.ts';

/** Payee, bank details and payout contracts, which are numbered separately. */
export function Payee({ client, number }: { client: LooseOutput<'clientList'>; number: string }) {
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
            <span style={{ whiteSpace: 'nowrap' }}>{masked(String(client.AccountNumber))}</span>
          </>
        )}
      </Typography>
      <BankDetailsChanged client={client} />
      <KnownContracts title="Payout contracts" known={known} link={links.payoutContract} />
    </>
  );
}
