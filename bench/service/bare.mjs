// The simplest access to the same data, in its own process: a route, a pool, a SELECT; a COPY piped to the socket. No
// token, checks, transaction or roles.
import { fastify } from 'fastify';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { embeddedAt } from '../database.mjs';

const [, , folder = ''] = process.argv;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ ...embeddedAt(folder), max: 16 });
const app = fastify();

const client = `
  select client_number as "ClientNumber", client_name as "ClientName", bank_code as "BankCode",
    branch_code as "BranchCode", account_type as "AccountType", account_number::bigint as "AccountNumber",
    id_type as "IDType", id_number as "IDNumber", cellphone_number as "CellphoneNumber", e_mail as "EMail",
    account_holder_name as "AccountHolderName"
  from client where merchant = $1 and product = $2 and client_number = $3`;
const time = (/** @type {string} */ column) => `to_char(${column}, 'YYYY-MM-DD HH24:MI')`;
const mandate = `
  select client_number as "ClientNumber", contract_number as "ContractNumber", contract_sequence as "ContractSequence",
    mandate_status_code as "MandateStatusCode", frequency_code as "FrequencyCode", collection_day as "CollectionDay",
    ${time('instalment_start_date')} as "InstalmentStartDate", instalment_amount / 100::float8 as "InstalmentAmount",
    mandate_type as "MandateType", ${time('mandate_action_date')} as "MandateActionDate",
    debit_sequence_type as "DebitSequenceType", adjustment_category as "AdjustmentCategory",
    tracking_yn as "TrackingYN", tracking_code as "TrackingCode", number_of_instalments as "NumberOfInstalments",
    cancel_reason as "CancelReason", ${time('cancel_date')} as "CancelDate"
  from contract where merchant = $1 and product = $2 and is_mandate and contract_sequence = $3`;
const transactions = `
  select row_to_json(record) from (
    select ${time('transaction_date')} as "TransactionDate", client_number as "ClientNumber",
      contract_number as "ContractNumber", contract_sequence as "ContractSequence", mandate_type as "MandateType",
      debit_sequence_type as "DebitSequenceType", tracking_code as "TrackingCode",
      transaction_type as "TransactionType", amount / 100::float8 as "Amount", status as "Status"
    from transaction where merchant = '1016' order by transaction_date, transaction_sequence
  ) record`;

const APIResponse = { CallSequence: 1, Status: 'SUCCESS', Version: '1.0.0', Name: 'bare' };

const routes = {
  '/clients': async (/** @type {import('fastify').FastifyRequest} */ request) => {
    const { ClientNumber } = /** @type {Record<string, string>} */ (request.query);
    const { rows } = await pool.query(client, ['1001', 'EFT', ClientNumber]);
    return { ClientGetResponse: rows, APIResponse };
  },
  '/mandates': async (/** @type {import('fastify').FastifyRequest} */ request) => {
    const { ContractSequence } = /** @type {Record<string, string>} */ (request.query);
    const { rows } = await pool.query(mandate, ['1001', 'EFT', ContractSequence]);
    return { MandateGetResponse: rows, APIResponse };
  },
  '/transactions': async (
    /** @type {import('fastify').FastifyRequest} */ _,
    /** @type {import('fastify').FastifyReply} */ reply,
  ) => {
    const connection = await pool.connect();
    const copy = connection.query(copyTo(`copy (${transactions}) to stdout`));
    copy.once('close', () => connection.release());
    return reply.type('application/json').send(copy);
  },
};
for (const [url, handler] of Object.entries(routes)) app.route({ method: 'GET', url, handler });

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(app.server.address());
process.once('disconnect', () => process.exit(0));
