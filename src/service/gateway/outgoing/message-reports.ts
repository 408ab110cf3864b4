import type { Fields } from '#answers/read-back/reader.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { Call } from '#service/http/call.ts';
import { insertAddresses, type OwnCallback } from '../deliveries/store.ts';
import type { OutgoingRecord } from './store.ts';
import type { OutgoingWorld } from './world.ts';

/** Where a provider reports on messages: addresses of this server, which passes the reports on. */

/** The addresses of a call's messages: new ones each time that it is sent: only their digests are stored. */
export async function reportUrlsOf(
  { reportOrigin, numbers }: Pick<OutgoingWorld, 'reportOrigin' | 'numbers'>,
  { query, organisation }: Pick<Call, 'query' | 'organisation'>,
  { merchant, call, operation, items }: Pick<OutgoingRecord, 'merchant' | 'call' | 'operation' | 'items'>,
): Promise<string[] | undefined> {
  const { basic }: Operation = operations[operation];
  if (!basic || reportOrigin === undefined || !items) return undefined;
  const messages = items.sent.map(({ fields: { messageId, callbackData = null, notifyUrl = null } }) => ({
    messageId: messageId as string,
    callback: { callbackData, notifyUrl } as OwnCallback,
  }));
  return insertAddresses(query, numbers, reportOrigin, { merchant, call, organisation, messages });
}

/**
 * A message may have got its messageId here. The interface names callbackData as the address of reports (docs/interface.md,
 * Events 1), gateways notifyUrl.
 */
export const messageText = (fields: Fields, reportUrl: string | undefined): string =>
  JSON.stringify(reportUrl === undefined ? fields : { ...fields, callbackData: reportUrl, notifyUrl: reportUrl });
