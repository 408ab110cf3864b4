import { useEffect, useMemo, useRef } from 'react';
import { useKnownClients } from '#console/domain/client/names/names.ts';
import { useDebitJoin } from '#console/domain/collections/debit-details.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { JoinEntry, ReportSource, ReportState } from '#report-engine/protocol.ts';
import { addMonths } from '#rules/calendar.ts';

const textsOf = (entries: readonly JoinEntry[]) => entries.map(({ keys, value }) => `${keys.join(' ')} ${value}`);

function Names({ source }: { source: ReportSource }) {
  const known = useKnownClients();
  const sent = useRef<{ source: ReportSource; texts: string[] }>(undefined);
  useEffect(() => {
    const entries = [...known.clients].flatMap(([number, { ClientName: value }]) =>
      value ? [{ keys: [number], value }] : [],
    );
    const texts = textsOf(entries);
    const { current } = sent;
    // Often records are seen without new names.
    const isSame = current?.source === source && current.texts.length === texts.length;
    if (texts.length === 0 || (isSame && texts.every((it, at) => it === current.texts[at]))) return;
    sent.current = { source, texts };
    source.join({ into: 'ClientName', same: ['ClientNumber'], entries });
  }, [source, known]);
  return null;
}

const clientsByContract = (source: ReportSource) =>
  source.groups([{ fieldName: 'ContractSequence' }, { fieldName: 'ClientNumber' }], { filters: [] });

/** Some reports give the contract only: its client is the one who was debited in the same days. */
export const useClientsByContract = (range: Days | null) =>
  useFigures('transactions', range, ['clients of contracts'], clientsByContract);

export const namesContractOnly = ({ joined, columns }: Report): boolean =>
  joined.includes('ClientName') && !columns.some((it) => it.fieldName === 'ClientNumber');

function NamesByContract({ source, range }: { source: ReportSource; range: Days }) {
  const { data } = useClientsByContract(range);
  const known = useKnownClients();
  useEffect(() => {
    const entries = (data ?? []).flatMap(({ keys: [sequence, number] }): JoinEntry[] => {
      const value = known.clients.get(number ?? '')?.ClientName;
      return sequence && value ? [{ keys: [Number(sequence)], value }] : [];
    });
    if (entries.length > 0) source.join({ into: 'ClientName', same: ['ContractSequence'], entries });
  }, [source, data, known]);
  return null;
}

const reasons = {
  into: 'InstalmentResult',
  same: ['ContractSequence', 'Amount', 'Status'],
  near: 'TransactionDate',
} as const;

function Reasons({ source, range }: { source: ReportSource; range: Days }) {
  useDebitJoin(source, range, reasons);
  return null;
}

const createdBy = (source: ReportSource) =>
  source.groups([{ fieldName: 'ContractSequence' }, { fieldName: 'UserId' }], {
    filters: [{ fieldName: 'ChangeType', kind: 'oneOf', values: ['CREATE'] }],
  });

/** Who created the contract of each debit, as far back as a year before the first one; `null` reads nothing. */
export function useCreators(range: Days | null) {
  const [from, to] = [range?.from, range?.to];
  const days = useMemo(() => (from && to ? { from: addMonths(from, -12), to } : null), [from, to]);
  return useFigures('contract-changes', days, ['creators of contracts'], createdBy);
}

function Creators({ source, range }: { source: ReportSource; range: Days }) {
  const { data } = useCreators(range);
  useEffect(() => {
    const entries = (data ?? []).flatMap(({ keys: [sequence, person] }): JoinEntry[] =>
      sequence && person ? [{ keys: [Number(sequence)], value: person }] : [],
    );
    if (entries.length > 0) source.join({ into: 'UserId', same: ['ContractSequence'], entries });
  }, [source, data]);
  return null;
}

/** After the first rows. Not while all products are shown: client numbers and instalments belong to a product. */
export function Joins(props: {
  report: Report;
  source: ReportSource;
  state: ReportState;
  range: Days;
  isOneProduct: boolean;
  /** Columns that are shown or grouped by: what needs another long report is read only for them. */
  wanted: readonly string[];
}) {
  const { report, source, state, range, isOneProduct, wanted } = props;
  const { joined } = report;
  if (state.total === 0 || !isOneProduct) return null;
  const isOfContracts = namesContractOnly(report);
  return (
    <>
      {joined.includes('ClientName') && !isOfContracts && <Names source={source} />}
      {isOfContracts && state.isSettled && <NamesByContract source={source} range={range} />}
      {joined.includes('InstalmentResult') && state.isSettled && <Reasons source={source} range={range} />}
      {joined.includes('UserId') && wanted.includes('UserId') && state.isSettled && (
        <Creators source={source} range={range} />
      )}
    </>
  );
}
