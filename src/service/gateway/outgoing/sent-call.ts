import type { SentElsewhere } from '#service/http/sent-calls.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { callUnder } from './store.ts';

/** What is known of a change that was kept for a provider under a key. */
export const sentToProvider =
  (numbers: Numbers): SentElsewhere =>
  async ({ query }, owner) => {
    const record = await callUnder(query, numbers, owner);
    if (!record) return undefined;
    const { answer } = record;
    return answer ? { ...answer, text: isJson(answer.text) ? answer.text : JSON.stringify(answer.text) } : 'unknown';
  };

/** A provider may refuse in plain words. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
