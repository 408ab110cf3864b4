import { isCallback, readAddress, RefusedAddress } from './address.ts';

/** The fields of a message that may say where its delivery report goes. */
interface Callbacks {
  callbackData?: string | null;
  notifyUrl?: string | null;
}

/**
 * Where the delivery report of a message goes: the address in callbackData (interface, Events 1), which may also hold
 * anything else, and then the one in notifyUrl. One report even where both name an address.
 */
export const callbackOf = ({ callbackData, notifyUrl }: Callbacks): string | undefined =>
  [callbackData, notifyUrl].find(isCallback);

/**
 * What the sender of a message should know at once: that its address will never get a report. By the wider reach, so
 * that it holds under any setting; names are resolved when the report goes out.
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
