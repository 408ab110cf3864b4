import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { links } from '../links.ts';
import { merged, type ContractRecord } from '../parts/contract-record.ts';
import { FindBox } from '../parts/find-box.tsx';
import { identifyingReadings } from '../parts/find-words.ts';
import { useFound } from '../parts/found.ts';
import { Grid } from '../parts/grid.tsx';
import { useUrlSort } from '../parts/grid-sort.ts';
import { Page } from '../parts/page.tsx';
import { useQueryWord } from '../parts/query-word.ts';
import { EmptyState } from '../parts/states.tsx';
import { usePlace } from '../place.ts';
import { contractOf, recentOf, useWorkingSet } from '../working-set.ts';

/** Contracts opened in this session: what there is to offer where the service lists none. */
function Recent() {
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
              <Link component={RouterLink} underline="always" to={place.href(links.contract(sequence))}>
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

/** Contracts with and without a mandate, found by identification: the interface has no list of them. */
export function Contracts() {
  const { href } = usePlace();
  const [text, setText] = useQueryWord('q');
  const sort = useUrlSort();
  const contracts = useFound('contractList', text);
  // One number alone identifies no contract (interface, identification rule), but the mandates' retrieve takes it.
  const mandates = useFound('mandateList', text);
  const rows = new Map<unknown, ContractRecord>();
  for (const it of contracts.records) rows.set(it.ContractSequence, merged(it, {}));
  for (const it of mandates.records) rows.set(it.ContractSequence, merged(rows.get(it.ContractSequence), it));
  const isPartial = text !== '' && identifyingReadings(text).length === 0;

  return (
    <Page title="Contracts" lead="A mandate owns a contract; a contract can also stand alone.">
      <FindBox
        label="Find a contract"
        hint="Client number / contract number, or the contract sequence"
        value={text}
        onFind={setText}
      />
      {isPartial && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          By one number alone only contracts with a mandate are found. For one without, give both numbers or its
          sequence.
        </Typography>
      )}
      {text ? (
        <Grid<ContractRecord>
          label="Contracts"
          rows={[...rows.values()]}
          columns={[
            'ContractSequence',
            'ClientNumber',
            'ContractNumber',
            'MandateStatusCode',
            'InstalmentAmount',
            'FrequencyCode',
            'CollectionDay',
            'InstalmentStartDate',
            'NumberOfInstalments',
          ]}
          status={{
            loading: contracts.isLoading || mandates.isLoading,
            error: contracts.error ?? mandates.error,
            retry: () => {
              contracts.retry();
              mandates.retry();
            },
          }}
          sort={sort}
          rowKey={(it) => String(it.ContractSequence)}
          href={(it) => href(links.contract(it.ContractSequence ?? 0))}
          empty={<EmptyState title="No contract matches">Nothing was found for “{text}”.</EmptyState>}
        />
      ) : (
        <>
          <EmptyState title="Find a contract by its numbers">
            The service retrieves contracts by identification only. Those with a mandate are listed under{' '}
            <Link component={RouterLink} underline="always" to={href(links.mandates())}>
              Mandates
            </Link>
            .
          </EmptyState>
          <Recent />
        </>
      )}
    </Page>
  );
}
