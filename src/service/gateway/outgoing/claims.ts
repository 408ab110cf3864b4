import type { QueryConfig } from 'pg';
import { sequenceFrom } from '#answers/json.ts';
import { contractNamed, listsOf, type Fields, type RecordReader } from '#answers/read-back/reader.ts';
import type { Operation } from '#contract/operation.ts';
import type { Refusal } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';

/**
 * The names of the record that an item changes, of which it needs one: a contract has a sequence, and a client and contract
 * number; a client has a number, a message its messageId.
 */
export interface RecordNames {
  sequence: string | null;
  /** As JSON. */
  numbers: string | null;
}

export function recordNames({ resource }: Operation, item: Fields): RecordNames {
  const { ContractSequence: sequence, ClientNumber, ContractNumber } = item;
  if (resource === 'clients') return { sequence: null, numbers: JSON.stringify([ClientNumber]) };
  return {
    sequence: sequence == null ? null : String(sequence),
    numbers: ClientNumber == null || ContractNumber == null ? null : JSON.stringify([ClientNumber, ContractNumber]),
  };
}

interface Claim extends RecordNames {
  call: string;
  item: number;
}

/** Why a call may not be sent yet. */
export interface InTheWay {
  /** Places of its items whose record another call has claimed. */
  claimed: ReadonlySet<number>;
  /** Places of its items that have been sent before: why they are not sent again. */
  repeated: ReadonlyMap<number, Refusal>;
  /** Only the provider knows whether these claims and items name the same contract: one by its sequence, the other by its numbers. */
  alien: { claims: readonly Claim[]; items: readonly number[] };
}

/** The claims of other calls, compared with the names of a call's items, by their places. */
export async function inTheWay(
  query: Query,
  { merchant, product }: { merchant: string; product: string },
  names: ReadonlyMap<number, RecordNames>,
): Promise<InTheWay> {
  const all = [...names.values()];
  const given = (name: keyof RecordNames) => [...new Set(all.flatMap((it) => it[name] ?? []))];
  const isMissing = (name: keyof RecordNames) => all.some((it) => it[name] === null);
  const claims = await query<Claim>(
    {
      name: 'inTheWay',
      text: `select call, item, sequence, numbers from outgoing_claim
      where merchant = $1 and product = $2
        and (sequence = any($3) or numbers = any($4) or ($5 and sequence is null) or ($6 and numbers is null))`,
    },
    [merchant, product, given('sequence'), given('numbers'), isMissing('numbers'), isMissing('sequence')],
  );
  const sequences = new Set(claims.flatMap((it) => it.sequence ?? []));
  const numbers = new Set(claims.flatMap((it) => it.numbers ?? []));
  const claimed = new Set<number>();
  const unnamed: number[] = [];
  const [bySequence, byNumbers] = [claims.filter(isBySequence), claims.filter(isByNumbers)];
  for (const [place, it] of names) {
    if ((it.sequence !== null && sequences.has(it.sequence)) || (it.numbers !== null && numbers.has(it.numbers)))
      claimed.add(place);
    else if ((isBySequence(it) && byNumbers.length > 0) || (isByNumbers(it) && bySequence.length > 0))
      unnamed.push(place);
  }
  const alien = claims.filter(
    (it) => (isBySequence(it) && all.some(isByNumbers)) || (isByNumbers(it) && all.some(isBySequence)),
  );
  return { claimed, repeated: new Map(), alien: { claims: unnamed.length > 0 ? alien : [], items: unnamed } };
}

const isBySequence = (it: RecordNames) => it.sequence !== null && it.numbers === null;
/** Of a client's number nothing else is known, and nothing else is needed. */
const isByNumbers = ({ sequence, numbers }: RecordNames) =>
  sequence === null && numbers !== null && (JSON.parse(numbers) as unknown[]).length > 1;

export const claimRecords = (
  query: Query,
  { merchant, product, call }: { merchant: string; product: string; call: string },
  names: ReadonlyMap<number, RecordNames>,
): Promise<unknown> =>
  query(
    {
      name: 'claimRecords',
      text: `insert into outgoing_claim (merchant, call, product, item, sequence, numbers)
      select $1, $2, $3, item, sequence, numbers from unnest($4::int[], $5::text[], $6::text[]) as it (item, sequence, numbers)
      returning 1`,
    },
    [
      merchant,
      call,
      product,
      [...names.keys()],
      [...names.values()].map((it) => it.sequence),
      [...names.values()].map((it) => it.numbers),
    ],
  );

/** Of a contract that does not exist, the name that is missing: no other record has it. */
const nameOfNone = (name: string) => `none of ${name}`;
const isOfNone = (name: string) => name.startsWith('none of ');

/** The names as fields of the interface, as far as they are known. */
export function namedFields({ sequence, numbers }: RecordNames): Fields {
  const [ClientNumber, ContractNumber] = numbers === null || isOfNone(numbers) ? [] : (JSON.parse(numbers) as string[]);
  return {
    ...(sequence !== null && !isOfNone(sequence) && { ContractSequence: sequenceFrom(sequence) }),
    ...(ClientNumber !== undefined && { ClientNumber }),
    ...(ContractNumber !== undefined && { ContractNumber }),
  };
}

/**
 * Completes names by what the provider calls the contract.
 * @param operation of the call: a mandate's contract is listed as one.
 * @throws if a list is not answered
 */
export async function completedNames<Named extends RecordNames>(
  reader: RecordReader,
  { resource }: Operation,
  names: readonly Named[],
): Promise<Named[]> {
  const list = resource === 'payouts' ? 'payoutContractList' : 'contractList';
  const found = await listsOf(reader, list, names.map(namedFields).map(contractNamed));
  return names.map((it, index) => {
    const [contract] = found[index] ?? [];
    if (!contract)
      return {
        ...it,
        sequence: it.sequence ?? nameOfNone(it.numbers ?? ''),
        numbers: it.numbers ?? nameOfNone(it.sequence ?? ''),
      };
    const { ContractSequence: sequence, ClientNumber, ContractNumber } = contract;
    const hasNumbers = ClientNumber != null && ContractNumber != null;
    return {
      ...it,
      sequence: it.sequence ?? (sequence == null ? null : String(sequence)),
      numbers: it.numbers ?? (hasNumbers ? JSON.stringify([ClientNumber, ContractNumber]) : null),
    };
  });
}

/** Keeps what the provider calls the contracts of claims. */
export const nameClaims = (query: Query, merchant: string, claims: readonly Claim[]): Promise<unknown> =>
  query(
    `update outgoing_claim it set sequence = named.sequence, numbers = named.numbers
      from unnest($2::uuid[], $3::int[], $4::text[], $5::text[]) as named (call, item, sequence, numbers)
      where it.merchant = $1 and it.call = named.call and it.item = named.item`,
    [
      merchant,
      claims.map((it) => it.call),
      claims.map((it) => it.item),
      claims.map((it) => it.sequence),
      claims.map((it) => it.numbers),
    ],
  );

export const releaseClaims = (merchant: string, call: string, items: readonly number[]): QueryConfig => ({
  name: 'releaseClaims',
  text: 'delete from outgoing_claim where merchant = $1 and call = $2 and item = any($3)',
  values: [merchant, call, items],
});
