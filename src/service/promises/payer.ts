import { sequenceFrom } from '#answers/json.ts';
import { firstRecord, type RecordReader } from '#answers/read-back/reader.ts';
import type { Query } from '#service/database/query.ts';

/** Who promises, and about which contract. */
interface PayerQuestion {
  merchant: string;
  product: string;
  client: string;
  contract: number | undefined;
}

/** As the records have it. */
interface Payer {
  phone: string | null;
  contractNumber: string | null;
}

/** Reads a provider's records: undefined where it has no such client. */
export type PayerSource = (asked: PayerQuestion) => Promise<Payer | undefined>;

/** Of this service's own records; undefined where there is no such client, or the contract is not its own. */
export async function ownPayer(
  query: Query,
  { merchant, product, client, contract }: PayerQuestion,
): Promise<Payer | undefined> {
  const [found] = await query<{ phone: string | null }>(
    'select cellphone_number as phone from client where merchant = $1 and product = $2 and client_number = $3',
    [merchant, product, client],
  );
  if (!found || contract === undefined) return found && { ...found, contractNumber: null };
  const [named] = await query<{ contractNumber: string }>(
    `select contract_number as "contractNumber" from contract
      where merchant = $1 and product = $2 and client_number = $3 and contract_sequence = $4`,
    [merchant, product, client, contract],
  );
  return named && { ...found, ...named };
}

const textIn = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** Of a provider's records. @throws if it does not answer */
export async function payerIn(reader: RecordReader, { client, contract }: PayerQuestion): Promise<Payer | undefined> {
  const [found, named] = await Promise.all([
    firstRecord(reader, 'clientList', { ClientNumber: client }),
    contract === undefined
      ? undefined
      : firstRecord(reader, 'contractList', { ContractSequence: sequenceFrom(String(contract)) }),
  ]);
  if (!found || (contract !== undefined && textIn(named?.ClientNumber) !== client)) return undefined;
  return { phone: textIn(found.CellphoneNumber), contractNumber: textIn(named?.ContractNumber) };
}
