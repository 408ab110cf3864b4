import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState, type ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import type { LooseOutput } from '../../../contract/operations.ts';
import { useRead } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { contractIdOf, segmentOfRecord, type ContractId } from '../../api/contract-id.ts';
import { links } from '../links.ts';
import { useTenant } from '../../api/tenant.ts';
import { BankName } from './bank-name.tsx';
import { FieldInput } from '../../kit/form/field-input.tsx';

const most = 5;

/** What is being made; the page of a new client leads back to it. */
type Noun = 'mandate' | 'initiated' | 'contract' | 'payout';
type ClientRecord = LooseOutput<'clientList'>;

/** A contract that the client has already, as far as it says where its page is. */
interface Known {
  ClientNumber?: string | null;
  ContractNumber?: string | null;
  ContractSequence?: number | null;
}

/** What the client has of the same series of numbers: the latest, or the one whose number is being typed. */
export function KnownContracts({
  title,
  known,
  link,
}: {
  title: string;
  known: readonly Known[];
  link(contract: ContractId): string;
}) {
  const { href } = useTenant();
  const contract = (useWatch({ name: 'ContractNumber' }) as string | undefined)?.trim();
  if (known.length === 0) return null;
  const taken = known.find((it) => it.ContractNumber === contract);
  return (
    <Typography variant="body2" component="div" color={taken ? 'warning' : 'textSecondary'}>
      {taken ? `Contract number ${contract} is already in use: ` : `${title} so far: `}
      {(taken ? [taken] : known.slice(-most)).map((it, index) => {
        const id = contractIdOf(it);
        const name = it.ContractNumber ?? it.ContractSequence;
        return (
          <span key={segmentOfRecord(it)}>
            {index > 0 && ', '}
            {id ? (
              <Link component={RouterLink} underline="always" to={href(link(id))}>
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
        );
      })}
      {!taken && known.length > most && ` and ${known.length - most} more`}
    </Typography>
  );
}

function Debtor({ client, number }: { client: ClientRecord; number: string }) {
  const read = useRead('mandateList', { ClientNumber: number });
  return (
    <>
      <Typography variant="body2">
        <strong>{client.ClientName ?? 'No name'}</strong> <BankName bank={client.BankCode} branch={client.BranchCode} />
      </Typography>
      <KnownContracts title="Contracts" known={read.data?.records ?? []} link={links.contract} />
    </>
  );
}

interface Props {
  autoFocus?: boolean;
  noun?: Noun;
  /** What is said of the client who was found. */
  about?: ComponentType<{ client: ClientRecord; number: string }>;
}

function Client({ number, noun, about: About = Debtor }: Props & { number: string }) {
  const { href, merchant, product } = useTenant();
  const read = useRead('clientList', { ClientNumber: number });
  const client = read.data?.records[0];
  if (read.isLoading) return <Typography variant="body2">Looking up {number}…</Typography>;
  if (client) return <About client={client} number={number} />;
  if (read.error && read.error.kind !== 'notFound')
    return (
      <Typography variant="body2" color="textSecondary">
        The client could not be looked up ({explain(read.error).title.toLowerCase()}); you can carry on.
      </Typography>
    );
  return (
    <Typography variant="body2" color="warning" component="div">
      No client {number} under merchant {merchant}, {product}.{' '}
      <Link component={RouterLink} underline="always" to={href(links.clientCreate({ number, for: noun }))}>
        Create this client
      </Link>{' '}
      (what you typed here is kept).
    </Typography>
  );
}

/** The client number of something new; once it is typed, who that is. */
export function ClientNumberField({ autoFocus, noun = 'mandate', about }: Props) {
  const number = (useWatch({ name: 'ClientNumber' }) as string | undefined)?.trim() ?? '';
  // Looked up on leaving the field, not letter by letter; what a draft or a link filled in, at once.
  const [isTyping, setTyping] = useState(false);
  return (
    <Box onInput={() => setTyping(true)} onBlur={() => setTyping(false)}>
      <FieldInput fieldName="ClientNumber" required autoFocus={autoFocus} />
      <Box aria-live="polite" sx={{ minHeight: 24, mt: 0.5 }}>
        {number !== '' && !isTyping && <Client number={number} noun={noun} about={about} />}
      </Box>
    </Box>
  );
}
