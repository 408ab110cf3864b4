import Typography from '@mui/material/Typography';
import { segmentOfRecord } from '../../api/contract-id.ts';
import { clientColumn } from '../client/names/column.tsx';
import { links } from '../links.ts';
import { useTenant } from '../../api/tenant.ts';
import { clientsOf, contractsSeen, useRecentRecords, type Kind, type Seen } from '../../session/recent-records.ts';
import { Grid } from '../../kit/grid/grid.tsx';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useContractHref } from '../list/use-contract-href.ts';

const columns = [clientColumn, 'ContractNumber', 'ContractSequence'] as const;
type Row = Seen & { ClientName?: string };

/** Where a service lists nothing without identification: the contracts of this session. */
export function SessionContracts({ kind = 'contracts', title }: { kind?: Kind; title: string }) {
  const tenant = useTenant();
  useRecentRecords();
  const clients = clientsOf(tenant);
  const rows = [...contractsSeen(tenant, kind).values()].map((it): Row => ({
    ...it,
    ClientName: clients.get(it.ClientNumber ?? '')?.ClientName,
  }));
  const hrefOf = useContractHref(kind === 'payouts' ? links.payoutContract : links.contract);
  return (
    <section aria-label="From this session">
      <EmptyState title={title}>
        They cannot all be listed here. Enter a client number and a contract number, or the contract ID.
      </EmptyState>
      {rows.length > 0 && (
        <>
          <Typography variant="body2" color="textSecondary" component="p" sx={{ mb: 1 }}>
            {rows.length === 1 ? '1 contract' : `${rows.length} contracts`} from this session; others are not shown.
          </Typography>
          <Grid<Row>
            label="Contracts from this session"
            rows={rows}
            columns={columns}
            status={{ loading: false }}
            empty={null}
            rowKey={segmentOfRecord}
            href={hrefOf}
          />
        </>
      )}
    </section>
  );
}
