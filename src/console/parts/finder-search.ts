import type { Output } from '../../contract/operations.ts';
import { useRead } from '../api.ts';
import { explain, type CallError } from '../errors.ts';
import { links } from '../links.ts';
import type { Place } from '../place.ts';
import { contractOf, countOf, matching, recentOf, useWorkingSet, type Opened, type Seen } from '../working-set.ts';
import { readingsOf } from './find-words.ts';

/** Something that the finder can open. */
export interface Item {
  key: string;
  kind: 'Contract' | 'Client';
  label: string;
  detail: string;
  path: string;
}

/** One place that was looked in, and what came of it. */
export interface Looked {
  where: string;
  outcome: string;
}

export interface Findings {
  items: Item[];
  looked: Looked[];
  pending: boolean;
}

const contractItem = (it: Partial<Seen>): Item => ({
  key: `contract ${it.ContractSequence}`,
  kind: 'Contract',
  label: String(it.ContractSequence),
  detail: [it.ClientNumber, it.ContractNumber].filter(Boolean).join(' / '),
  path: links.contract(it.ContractSequence ?? 0),
});

const clientItem = (number: string, name = ''): Item => ({
  key: `client ${number}`,
  kind: 'Client',
  label: number,
  detail: name,
  path: links.client(number),
});

const openedItem = (place: Place, it: Opened): Item =>
  it.kind === 'client'
    ? clientItem(it.ClientNumber)
    : contractItem(contractOf(place, it.ContractSequence) ?? { ContractSequence: it.ContractSequence });

interface Asked {
  isLoading: boolean;
  data?: { records: unknown[] };
  error: CallError | null;
}

function outcomeOf({ isLoading, data, error }: Asked): string {
  if (isLoading) return 'looking…';
  if (error?.kind === 'notFound') return 'not found';
  // A service may insist on the identification rule (interface, Endpoints); then this way is closed, not empty.
  if (error?.kind === 'refused') return 'the service does not look this up alone';
  if (error) return explain(error).title.toLowerCase();
  const count = data?.records.length ?? 0;
  return count === 0 ? 'not found' : count === 1 ? 'found' : `${count} found`;
}

const mostItems = 12;

/**
 * Looks a text up everywhere a number may stand: contract sequence or both numbers first, then client number, then
 * contract number, at the service; and, by part of a number, among the contracts met in this session. An empty text
 * gives what was opened last.
 */
export function useFinder(place: Place, text: string): Findings {
  useWorkingSet();
  const readings = readingsOf(text);
  const exact = readings.find((it) => it.ContractSequence ?? (it.ClientNumber && it.ContractNumber));
  const client = readings.find((it) => it.ClientNumber && !it.ContractNumber);
  const contract = readings.find((it) => it.ContractNumber && !it.ClientNumber);
  const byExact = useRead('contractList', exact ?? null);
  const byClient = useRead('clientList', client ? { ClientNumber: client.ClientNumber } : null);
  // The retrieve of contracts insists on the identification rule; that of mandates takes any of its words (Endpoints).
  const byContract = useRead('mandateList', contract ?? null);

  if (readings.length === 0)
    return { items: recentOf(place).map((it) => openedItem(place, it)), looked: [], pending: false };

  const contracts = (records: Pick<Output<'contractList'>, keyof Seen>[] = []) =>
    records.filter((it) => typeof it.ContractSequence === 'number').map((it) => contractItem(it as Seen));
  const clients = (byClient.data?.records ?? []).flatMap((it) =>
    it.ClientNumber ? [clientItem(it.ClientNumber, it.ClientName ?? '')] : [],
  );
  const seen = matching(place, text).map(contractItem);
  const found = [...contracts(byExact.data?.records), ...clients, ...contracts(byContract.data?.records), ...seen];
  const known = countOf(place);
  return {
    items: [...new Map(found.map((it) => [it.key, it])).values()].slice(0, mostItems),
    looked: [
      ...(exact
        ? [{ where: exact.ContractSequence ? 'Contract sequence' : 'Client / contract', outcome: outcomeOf(byExact) }]
        : []),
      { where: 'Client number', outcome: outcomeOf(byClient) },
      { where: 'Contract number, among mandates', outcome: outcomeOf(byContract) },
      {
        where: `Parts of numbers, among ${known} ${known === 1 ? 'contract' : 'contracts'} met in this session`,
        outcome: seen.length === 0 ? 'not found' : `${seen.length} found`,
      },
    ],
    pending: [byExact, byClient, byContract].some((it) => it.isLoading),
  };
}
