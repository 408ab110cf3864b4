import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { interfaceRequest } from '#answers/request.ts';
import { transactionTypes } from '#answers/transaction-kind.ts';
import { tokenSource } from '#console/api/auth.ts';
import { useConfig, type Config } from '#console/api/config.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { splitAt } from '#console/domain/collections/day-groups.ts';
import { openReport } from '#console/domain/collections/open-report.ts';
import { useToday } from '#console/session/today.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { Counting, ReportSource, ReportState, SliceSpec } from '#report-engine/protocol.ts';
import { rangeFields } from '#report-engine/slices.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { underwayCodes } from '../underway-codes.ts';

/** Contract numbers are searched as text. */
const columns: readonly ColumnSpec[] = [
  { fieldName: 'ContractSequence', kind: 'text' },
  { fieldName: 'ClientNumber', kind: 'text' },
  { fieldName: 'ContractNumber', kind: 'text' },
  { fieldName: 'Name', kind: 'text' },
  { fieldName: 'Surname', kind: 'text' },
  { fieldName: 'InstalmentSequence', kind: 'integer' },
  { fieldName: 'InstalmentActionDate', kind: 'dateTime' },
  { fieldName: 'InstalmentAmount', kind: 'amount' },
  { fieldName: 'InstalmentStatus', kind: 'text' },
  { fieldName: 'TransactionType', kind: 'text' },
  { fieldName: 'Currency', kind: 'text' },
  // The due day, if it was collected on another day.
  { fieldName: 'CollectionDate', kind: 'text' },
  // In none of these reports: joined from another one.
  { fieldName: 'InstalmentResult', kind: 'text' },
];

const counting = (): Counting => ({
  sum: { fieldName: 'InstalmentAmount', apart: ['InstalmentStatus'], currency: 'Currency' },
  day: 'InstalmentActionDate',
  names: [
    ['ContractSequence', 'InstalmentSequence'],
    ['ClientNumber', 'ContractNumber', 'InstalmentSequence'],
  ],
  types: { fieldName: 'TransactionType', ...transactionTypes() },
});

/** The calls, in the order of the slices. */
export type ReportKind = 'collected' | 'scheduled' | 'underway';

interface Part extends SliceSpec {
  kind: ReportKind;
}

/**
 * The calls that make up the list: transactions up to today, scheduled instalments from today, and, if today is in the
 * range, everything under way, which neither report has (docs/decisions.md, 32).
 */
function partsOf(range: Days, today: string, tenant: Tenant, config: Config): Part[] {
  const { past, ahead } = splitAt(range, today);
  const url = (operation: Operation, input: object) => interfaceRequest(operation, tenant, config, input).url;
  const parts: Part[] = [];
  if (past)
    parts.push({
      kind: 'collected',
      ...past,
      url: url(operations.transactionReport, { ...rangeFields('dateTime', past), Product: tenant.product }),
      key: operations.transactionReport.response,
      renamed: { TransactionDate: 'InstalmentActionDate', Amount: 'InstalmentAmount', Status: 'InstalmentStatus' },
    });
  if (ahead)
    parts.push({
      kind: 'scheduled',
      ...ahead,
      url: url(operations.futureTransactionReport, rangeFields('date', ahead)),
      key: operations.futureTransactionReport.response,
    });
  if (past && ahead)
    for (const Status of underwayCodes(config))
      parts.push({
        kind: 'underway',
        from: today,
        to: today,
        url: url(operations.omniInstalmentList, { Status }),
        key: operations.omniInstalmentList.response,
        renamed: { CollectionDate: 'InstalmentActionDate', Status: 'InstalmentStatus' },
        isOfAnyDay: true,
      });
  return parts;
}

export interface Across {
  source: ReportSource | null;
  state: ReportState | null;
  kinds: readonly ReportKind[];
  /** The same for the same calls. */
  key: string;
  reload: () => void;
}

const noSubscription = () => () => {};

/** Loaded by a worker while the component is mounted. */
export function useAcross(range: Days | null): Across {
  const config = useConfig();
  const today = useToday();
  const { merchant, product } = useTenant();
  const [round, setRound] = useState(0);
  const [source, setSource] = useState<ReportSource | null>(null);
  const parts = range ? partsOf(range, today, { merchant, product }, config) : [];
  // Compared as text: an equal object must not restart the calls.
  const partsText = JSON.stringify(parts);
  useEffect(() => {
    const slices = JSON.parse(partsText) as Part[];
    if (slices.length === 0) return;
    const opened = openReport({ columns, key: '', slices, ...counting(), token: tokenSource() });
    setSource(opened);
    return () => {
      opened.close();
      setSource(null);
    };
  }, [partsText, round]);
  const state = useSyncExternalStore(source?.subscribe ?? noSubscription, () => source?.getSnapshot() ?? null);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { source, state, kinds: parts.map((it) => it.kind), key: partsText, reload };
}
