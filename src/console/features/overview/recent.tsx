import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { useContractNames } from '#console/domain/contract/names.ts';
import { links } from '#console/domain/links.ts';
import { Card } from '#console/kit/ui/card.tsx';
import { segmentOf } from '#console/model/contract-id.ts';
import { recentOf, type Opened } from '#console/session/recent-records.ts';

export function RecentCard() {
  const tenant = useTenant();
  const nameOf = useContractNames();
  const clientName = useClientNames();
  const recent = recentOf(tenant);
  const line = (it: Opened) => {
    if (it.kind === 'client')
      return (
        <li key={`client ${it.ClientNumber}`}>
          <Link component={RouterLink} to={tenant.href(links.client(it.ClientNumber))}>
            {clientName(it.ClientNumber) ?? `Client ${it.ClientNumber}`}
          </Link>
        </li>
      );
    return (
      <li key={segmentOf(it.contract)}>
        <Link component={RouterLink} to={tenant.href(links.contract(it.contract))}>
          {nameOf(it.contract)}
        </Link>{' '}
        {'ContractSequence' in it.contract && (
          <Typography component="span" color="textSecondary">
            {it.contract.ContractSequence}
          </Typography>
        )}
      </li>
    );
  };
  return (
    <Card title="Opened in this session">
      {recent.length === 0 ? (
        <Typography color="textSecondary">Contracts and clients that you open are listed here.</Typography>
      ) : (
        <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {recent.map(line)}
        </Stack>
      )}
    </Card>
  );
}
