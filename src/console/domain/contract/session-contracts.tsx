import { useTenant } from '#console/api/tenant.ts';
import { clientColumn } from '#console/domain/client/names/column.tsx';
import { links } from '#console/domain/links.ts';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import {
  clientsOf,
  contractsSeen,
  useRecentRecords,
  type ContractKind,
  type Seen,
} from '#console/session/recent-records.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { EmptyState } from '#kit/ui/states.tsx';

const columns = [clientColumn, 'ContractNumber', 'ContractSequence'] as const;
type Row = Seen & { ClientName?: string };

/** The session's contracts, for services that can't list them. */
export function SessionContracts({ kind = 'contracts', title }: { kind?: ContractKind; title: string }) {
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
        We can’t list all of them. Enter a client number and a contract number, or the contract ID.
      </EmptyState>
      {rows.length > 0 && (
        <>
          <Muted component="p" sx={{ mb: 1 }}>
            {rows.length === 1 ? '1 contract' : `${rows.length} contracts`} from this session; others are not shown.
          </Muted>
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
