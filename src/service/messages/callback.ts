import { isCallback, readAddress, RefusedAddress } from '#service/base/address.ts';

interface Callbacks {
  callbackData?: string | null;
  notifyUrl?: string | null;
}

/**
 * Where the delivery report of a message goes: the address in callbackData (docs/interface.md, Events 1), which may
 * also hold other data, else the one in notifyUrl. There is one report even if both hold an address.
 */
export const callbackOf = ({ callbackData, notifyUrl }: Callbacks): string | undefined =>
  [callbackData, notifyUrl].find(isCallback);

/**
 * The sender learns at once that an address will never get a report. Checked with the wider reach, so that the answer
 * is right under any setting; names are resolved only when the report is sent.
 */
export function callbackProblem(message: Callbacks): string | null {
  const url = callbackOf(message);
  if (url === undefined) return message.notifyUrl ? 'No delivery report: notifyUrl is not a web address.' : null;
  try {
    readAddress(url, 'loopback');
    return null;
  } catch (error) {
    if (error instanceof RefusedAddress) return `No delivery report: ${error.message}.`;
    throw error;
  }
}
