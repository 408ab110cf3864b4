import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { contractOf, recentOf, useWorkingSet } from '../working-set.ts';

/** Contracts opened in this session: what there is to offer where the service lists none. */
export function RecentContracts({ to = links.contract }: { to?: (sequence: number) => string }) {
  const place = usePlace();
  useWorkingSet();
  const opened = recentOf(place).flatMap((it) => (it.kind === 'contract' ? [it.ContractSequence] : []));
  if (opened.length === 0) return null;
  return (
    <section aria-label="Opened recently">
      <Typography variant="h3" component="h2">
        Opened recently
      </Typography>
      <List dense>
        {opened.map((sequence) => {
          const seen = contractOf(place, sequence);
          return (
            <ListItem key={sequence} disableGutters>
              <Link component={RouterLink} underline="always" to={place.href(to(sequence))}>
                {sequence}
              </Link>
              <Typography component="span" color="textSecondary" sx={{ ml: 1 }}>
                {[seen?.ClientNumber, seen?.ContractNumber].filter(Boolean).join(' / ')}
              </Typography>
            </ListItem>
          );
        })}
      </List>
    </section>
  );
}
