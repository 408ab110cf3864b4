import { useCallback, useMemo, type ReactNode } from 'react';
import { contractIdOf } from '../../api/contract-id.ts';
import { links } from '../../domain/links.ts';
import { isPayout } from '../../api/payout.ts';
import { useTenant } from '../../api/tenant.ts';
import type { ReportSource, Row, View } from '../../report-engine/protocol.ts';
import { SourceGrid } from '../../kit/data-grid/source.tsx';
import type { Report } from '../../domain/collections/report-list.ts';
import type { Columns } from './use-columns.ts';

/** The records of a report with what narrows them. Contracts and clients lead to their pages. */
export function ReportRows({
  report,
  source,
  view,
  onView,
  columns,
  totals,
  empty,
}: {
  report: Report;
  source: ReportSource;
  view: View;
  onView(view: View): void;
  columns: Columns;
  totals?: Partial<Record<string, ReactNode>>;
  empty: ReactNode;
}) {
  const { href } = useTenant();
  // Payout contracts count their own sequences and have pages of their own.
  const isOfPayouts = report.product === 'none';
  const linkOf = useCallback(
    (fieldName: string, row: Row): string | undefined => {
      const value = row[fieldName];
      const id = contractIdOf(row);
      if (id && (fieldName === 'ContractNumber' || fieldName === 'ContractSequence'))
        return href(isOfPayouts || isPayout(row) ? links.payoutContract(id) : links.contract(id));
      const client = fieldName === 'ClientName' || fieldName === 'ClientNumber' ? row.ClientNumber : undefined;
      return value && typeof client === 'string' && client !== '' ? href(links.client(client)) : undefined;
    },
    [href, isOfPayouts],
  );
  const fieldNames = useMemo(() => report.columns.map(({ fieldName, label }) => ({ fieldName, label })), [report]);
  return (
    <SourceGrid
      label={report.title}
      source={source}
      view={view}
      onView={onView}
      columns={fieldNames}
      layout={columns.layout}
      onLayout={columns.setLayout}
      totals={totals}
      linkOf={linkOf}
      empty={empty}
    />
  );
}
