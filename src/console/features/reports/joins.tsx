import { useEffect, useMemo, useRef } from 'react';
import { stageOf } from '../../domain/statuses.ts';
import { useKnownClients } from '../../domain/client/names/names.ts';
import { useFigures } from '../../domain/collections/report-figures.ts';
import type { Report } from '../../domain/collections/report-list.ts';
import type { Days } from '../../kit/dates/ranges.ts';
import type { JoinEntry, ReportSource, ReportState, Row } from '../../report-engine/protocol.ts';

/** Returned instalments whose reasons are taken to the page; more would hold it. */
const maxReasons = 20_000;

const textsOf = (entries: readonly JoinEntry[]) => entries.map(({ keys, value }) => `${keys.join(' ')} ${value}`);

/** Names by client number. */
function Names({ source }: { source: ReportSource }) {
  const known = useKnownClients();
  const sent = useRef<{ source: ReportSource; texts: string[] }>(undefined);
  useEffect(() => {
    const entries = [...known.clients].flatMap(([number, { ClientName: value }]) =>
      value ? [{ keys: [number], value }] : [],
    );
    const texts = textsOf(entries);
    const { current } = sent;
    // Much is seen in a session that brings no new name.
    const isSame = current?.source === source && current.texts.length === texts.length;
    if (texts.length === 0 || (isSame && texts.every((it, at) => it === current.texts[at]))) return;
    sent.current = { source, texts };
    source.join({ into: 'ClientName', same: ['ClientNumber'], entries });
  }, [source, known]);
  return null;
}

const figure = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const entryOf = (it: Row): JoinEntry => ({
  keys: [figure(it.ContractSequence), figure(it.InstalmentAmount), text(it.InstalmentStatus)],
  at: text(it.LastUpdateDate),
  value: text(it.InstalmentResult),
});

/** What the instalments that failed say about it; none when they are too many to be read here. */
async function askReasons(source: ReportSource): Promise<JoinEntry[]> {
  const statuses = await source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [] });
  const values = statuses.flatMap(({ keys: [status = null] }) => (stageOf(status) === 'unpaid' ? [status] : []));
  if (values.length === 0) return [];
  const { rows, count } = await source.found(
    ['ContractSequence', 'InstalmentAmount', 'InstalmentStatus', 'InstalmentResult', 'LastUpdateDate'],
    [{ fieldName: 'InstalmentStatus', kind: 'oneOf', values }],
    maxReasons,
  );
  return count > maxReasons ? [] : rows.map(entryOf).filter((it) => it.value !== '');
}

/** The reasons of the debits of a range; `null` asks for none. */
export function useReasons(range: Days | null) {
  const [from, to] = [range?.from, range?.to];
  const days = useMemo(() => (from && to ? { from, to } : null), [from, to]);
  return useFigures('omni-instalment-changes', days, ['reasons of debits'], askReasons);
}

/** Resolves once all that was sent to be joined is in the report's columns. */
export const joinsApplied = (source: ReportSource): Promise<void> =>
  new Promise((resolve) => {
    const stop = source.subscribe(() => look());
    const look = () => {
      if (source.getSnapshot().isJoining) return;
      stop();
      resolve();
    };
    look();
  });

/**
 * Why debits were returned. A transaction does not say which instalment it was (interface, Reports): its reason is that of
 * the instalment of the same contract, amount and status that was changed in the same minute, or else on that day.
 */
function Reasons({ source, range }: { source: ReportSource; range: Days }) {
  const { data } = useReasons(range);
  useEffect(() => {
    if (!data?.length) return;
    const same = ['ContractSequence', 'Amount', 'Status'];
    source.join({ into: 'InstalmentResult', same, near: 'TransactionDate', entries: data });
  }, [source, data]);
  return null;
}

/**
 * Fills the columns that a report's records lack, once its first rows are here. Client numbers and instalments belong to a
 * product, so nothing is filled while all products are shown: the same number may be somebody else there.
 */
export function Joins({
  report: { joined },
  source,
  state,
  range,
  isOneProduct,
}: {
  report: Report;
  source: ReportSource;
  state: ReportState;
  range: Days;
  isOneProduct: boolean;
}) {
  if (state.total === 0 || !isOneProduct) return null;
  return (
    <>
      {joined.includes('ClientName') && <Names source={source} />}
      {joined.includes('InstalmentResult') && state.isSettled && <Reasons source={source} range={range} />}
    </>
  );
}
