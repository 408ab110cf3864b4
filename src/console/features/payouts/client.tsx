import { useMemo } from 'react';
import Typography from '@mui/material/Typography';
import type { LooseOutput } from '../../../contract/operations.ts';
import { useReadOfRecord } from '../../api/client.ts';
import { links } from '../../domain/links.ts';
import { BankDetailsChanged } from '../../domain/client/bank-details-changed.tsx';
import { BankName } from '../../domain/client/bank-name.tsx';
import { KnownContracts } from '../../domain/client/check.tsx';
import { useListOfClient } from '../../kit/list/search.ts';
import { masked } from '../../kit/ui/masked.tsx';
import { payoutsOf } from './sums.ts';
import { useToday } from '../../session/today.ts';

/** Who is paid, where the money goes, and the payout contracts there are: their numbers are a series of their own. */
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
