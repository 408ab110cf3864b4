import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useRead } from '#console/api/client.ts';
import { productName, useTenant } from '#console/api/tenant.ts';
import { useContractNames } from '#console/domain/contract/names.ts';
import { links } from '#console/domain/links.ts';
import { useFound } from '#console/domain/list/search.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Skeletons } from '#kit/ui/states.tsx';

const line = (what: string, to: string, name: string, why: ReactNode) => (
  <li key={to}>
    {what}{' '}
    <Link component={RouterLink} to={to}>
      {name}
    </Link>
    <Muted component="span">
      {' · '}
      {why}
    </Muted>
  </li>
);

/** Says whether the ID numbers agree, without showing them. */
function ContractClient({ number, idNumber }: { number: string; idNumber: string }) {
  const { href } = useTenant();
  const { data } = useRead('clientList', { ClientNumber: number });
  const [client] = data?.records ?? [];
  if (!client) return null;
  return line('Client', href(links.client(number)), client.ClientName ?? number, sameness(client, idNumber));
}

function sameness(client: LooseOutput<'clientList'>, idNumber: string): string {
  if (!idNumber || !client.IDNumber) return 'ID number can’t be compared';
  return client.IDNumber === idNumber ? 'ID number matches' : 'ID number doesn’t match';
}

/**
 * Records that the external reference may name. The interface does not say what it is, so it is tried as a client's, a
 * mandate's and a contract's number.
 */
export function CaseRelated({ reference, idNumber }: { reference: string; idNumber: string }) {
  const { merchant, product, href } = useTenant();
  const nameOf = useContractNames();
  const client = useRead('clientList', reference ? { ClientNumber: reference } : null);
  const mandates = useFound('mandateList', reference);
  const contracts = useFound('contractList', reference);
  const named = client.data?.records.find((it) => it.ClientNumber === reference);
  const found = new Map(
    [...contracts.records, ...mandates.records].flatMap((it) =>
      contractIdOf(it) && it.ContractNumber === reference ? [[segmentOfRecord(it), it] as const] : [],
    ),
  );
  const clients = new Set([...found.values()].flatMap((it) => it.ClientNumber ?? []));
  if (!reference)
    return <Typography color="textSecondary">The case has no external reference to search for.</Typography>;
  if (client.isLoading || mandates.isLoading || contracts.isLoading) return <Skeletons rows={2} height={28} />;
  if (!named && found.size === 0)
    return (
      <Typography color="textSecondary">
        “{reference}” is no client or contract number of merchant {merchant}, {productName(product)}. The case may
        belong to another merchant of the organisation.
      </Typography>
    );
  return (
    <Stack component={Box} spacing={0.5}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {[...found.values()].map((it) => {
          const id = contractIdOf(it);
          return id && line('Contract', href(links.contract(id)), nameOf(it), 'Reference matches');
        })}
        {named &&
          line(
            'Client',
            href(links.client(reference)),
            named.ClientName ?? reference,
            `Reference matches · ${sameness(named, idNumber)}`,
          )}
        {[...clients]
          .filter((number) => number !== reference)
          .map((number) => (
            <ContractClient key={number} number={number} idNumber={idNumber} />
          ))}
      </Box>
    </Stack>
  );
}
