import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useRead } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Facts } from '#kit/ui/facts.tsx';
import { Section } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { contactFields } from './fields.ts';

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
      <Box sx={{ minHeight: number ? 208 : 0 }}>
        {read.isLoading && <Skeletons rows={7} height={26} />}
        {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
        {client && <Facts record={client} fieldNames={contactFields} isNarrow />}
      </Box>
    </Section>
  );
});
