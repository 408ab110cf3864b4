import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { useRead } from '../api.ts';
import { explain } from '../errors.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { BankName } from './bank-name.tsx';
import { masked } from './masked.tsx';
import { payoutsOf } from './payout-sums.ts';
import { WordField } from './word-field.tsx';

const most = 5;

/** Payout contracts that the client has; the numbers of mandates and contracts are another series. */
function Payouts({ number }: { number: string }) {
  const { href } = usePlace();
  const read = useRead('payoutPaymentList', { ClientNumber: number });
  const contract = (useWatch({ name: 'ContractNumber' }) as string | undefined)?.trim();
  const known = payoutsOf(read.data?.records ?? []);
  if (known.length === 0) return null;
  const taken = known.find((it) => it.ContractNumber === contract);
  return (
    <Typography variant="body2" component="div" color={taken ? 'warning' : 'textSecondary'}>
      {taken ? `Contract number ${contract} is used already: ` : 'Payout contracts so far: '}
      {(taken ? [taken] : known.slice(-most)).map((it, index) => (
        <span key={it.ContractSequence}>
          {index > 0 && ', '}
          <Link component={RouterLink} underline="always" to={href(links.payoutContract(it.ContractSequence))}>
            {it.ContractNumber ?? it.ContractSequence}
          </Link>
        </span>
      ))}
      {!taken && known.length > most && ` and ${known.length - most} more`}
    </Typography>
  );
}

function Payee({ number }: { number: string }) {
  const { href, merchant, product } = usePlace();
  const read = useRead('clientList', { ClientNumber: number });
  const client = read.data?.records[0];
  if (read.isLoading) return <Typography variant="body2">Looking up {number}…</Typography>;
  if (client)
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
        <Payouts number={number} />
      </>
    );
  if (read.error && read.error.kind !== 'notFound')
    return (
      <Typography variant="body2" color="textSecondary">
        The client could not be looked up ({explain(read.error).title.toLowerCase()}); you can carry on.
      </Typography>
    );
  return (
    <Typography variant="body2" color="warning" component="div">
      No client {number} under merchant {merchant}, {product}.{' '}
      <Link component={RouterLink} underline="always" to={href(links.clientCreate({ number }))}>
        Create this client
      </Link>{' '}
      (what you typed here is kept).
    </Typography>
  );
}

/** The client number of a new payout contract; once it is typed, who that is and where the money goes. */
export function PayeeField({ autoFocus }: { autoFocus?: boolean }) {
  const number = (useWatch({ name: 'ClientNumber' }) as string | undefined)?.trim() ?? '';
  // Looked up on leaving the field, not letter by letter; what a draft or a link filled in, at once.
  const [isTyping, setTyping] = useState(false);
  return (
    <Box onInput={() => setTyping(true)} onBlur={() => setTyping(false)}>
      <WordField word="ClientNumber" required autoFocus={autoFocus} />
      <Box aria-live="polite" sx={{ minHeight: 24, mt: 0.5 }}>
        {number !== '' && !isTyping && <Payee number={number} />}
      </Box>
    </Box>
  );
}
