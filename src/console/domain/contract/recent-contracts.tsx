import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { segmentOf, type ContractId } from '../../api/contract-id.ts';
import { links } from '../links.ts';
import { useContractNames } from './names.ts';
import { useTenant } from '../../api/tenant.ts';
import { recentOf } from '../../session/recent-records.ts';

/** Contracts opened in this session: what there is to offer where the service lists none. */
export function RecentContracts({ to = links.contract }: { to?: (contract: ContractId) => string | undefined }) {
  const tenant = useTenant();
  const nameOf = useContractNames();
  const opened = recentOf(tenant).flatMap((it) =>
    it.kind === 'contract' && to(it.contract) !== undefined ? [it.contract] : [],
  );
  if (opened.length === 0) return null;
  return (
    <section aria-label="Opened recently">
      <Typography variant="h3" component="h2">
        Opened recently
      </Typography>
      <List dense>
        {opened.map((it) => {
          return (
            <ListItem key={segmentOf(it)} disableGutters>
              <Link component={RouterLink} underline="always" to={tenant.href(to(it) ?? '')}>
                {nameOf(it)}
              </Link>
              {'ContractSequence' in it && (
                <Typography component="span" color="textSecondary" sx={{ ml: 1 }}>
                  {it.ContractSequence}
                </Typography>
              )}
            </ListItem>
          );
        })}
      </List>
    </section>
  );
}
