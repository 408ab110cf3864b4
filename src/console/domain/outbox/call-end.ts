import { writtenOf } from '#answers/send/results.ts';
import { CallError } from '#console/api/errors.ts';
import { callExtension } from '#console/api/extension.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { CallEnd, SentCall } from './sent-calls.ts';

/**
 * Reads from the server how a call without an answer has ended. If nothing was done, nothing will be: the server then refuses the
 * call's request, should it still arrive.
 * @throws CallError if the server does not answer
 */
export async function readCallEnd({ merchant, operation, key, at, items }: SentCall): Promise<CallEnd> {
  try {
    const end = await callExtension('sentCallAsk', { merchant }, { body: { Key: key, SentAt: at } });
    if (end.Outcome !== 'answered') return { is: end.Outcome };
    const sentOperation = operations[operation] as Operation & { response: string };
    return { is: 'answered', results: writtenOf(sentOperation, sentOperation.request ? items : items[0], end.Answer) };
  } catch (error) {
    if (error instanceof CallError && error.faults.some(({ Code }) => Code === 'TOO_OLD')) return { is: 'tooOld' };
    throw error;
  }
}
