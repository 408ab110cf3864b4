import Typography from '@mui/material/Typography';
import type { LooseOutput } from '../../contract/operations.ts';
import { useRead } from '../api.ts';
import { links } from '../links.ts';
import { BankDetailsChanged } from './bank-details-changed.tsx';
import { BankName } from './bank-name.tsx';
import { KnownContracts } from './client-check.tsx';
import { masked } from './masked.tsx';
import { payoutsOf } from './payout-sums.ts';
import { useToday } from './today.ts';

/** Who is paid, where the money goes, and the payout contracts there are: their numbers are a series of their own. */
export function Payee({ client, number }: { client: LooseOutput<'clientList'>; number: string }) {
  const today = useToday();
  const read = useRead('payoutPaymentList', { ClientNumber: number });
  return (
    <>
      <Typography variant="body2">
        <strong>{client.ClientName ?? 'Name not returned'}</strong> is paid to{' '}
        <BankName bank={client.BankCode} branch={client.BranchCode} />
        {client.AccountNumber != null && (
          <>
            {' '}
            <span style={{ whiteSpace: 'nowrap' }}>{masked(String(client.AccountNumber))}</span>
          </>
        )}
      </Typography>
      <BankDetailsChanged client={client} />
      <KnownContracts
        title="Payout contracts"
        known={payoutsOf(read.data?.records ?? [], today)}
        link={links.payoutContract}
      />
    </>
  );
}
