import { memo } from 'react';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useRead } from '../../api/client.ts';
import { links } from '../links.ts';
import { contactFields } from './fields.ts';
import { useTenant } from '../../api/tenant.ts';
import { Facts } from '../../kit/ui/facts.tsx';
import { Section } from '../../kit/ui/section.tsx';
import { ErrorState, Skeletons } from '../../kit/ui/states.tsx';

/** The client of a contract, account number masked. */
export const ClientCard = memo(function ClientCard({ number }: { number: string | null | undefined }) {
  const { href } = useTenant();
  const read = useRead('clientList', number ? { ClientNumber: number } : null);
  const client = read.data?.records[0];
  return (
    <Section
      title={
        <>
          Client{' '}
          {number && (
            <Link component={RouterLink} to={href(links.client(number))}>
              {client?.ClientName ?? number}
            </Link>
          )}
        </>
      }
    >
      {read.isLoading && <Skeletons rows={4} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {client && <Facts record={client} fieldNames={contactFields} />}
    </Section>
  );
});
