import type { CallRecord } from '#console/api/call-log.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';

/** Quotes for a shell. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * A call as a curl command, with placeholders for token, password, account and ID numbers, which the log does not have.
 * @param origin of the console, for a service at the same address
 */
export function curlOf(call: CallRecord, origin: string): string {
  const operation: Operation = operations[call.operation];
  const isMessage = operation.resource === 'messages';
  const body = operation.request ? JSON.stringify({ [operation.request]: call.items ?? [] }) : '<MESSAGES>';
  return [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${shellQuoted(new URL(call.url, origin).href)}`,
    isMessage ? "-u '<USERNAME>:<PASSWORD>'" : "-H 'Authorization: Bearer <TOKEN>'",
    ...(operation.method === 'POST' || operation.method === 'PUT'
      ? ["-H 'Content-Type: application/json'", `-d ${shellQuoted(body)}`]
      : []),
  ].join(' \\\n  ');
}
