import { jsonOf } from '#answers/json.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import type { Operation } from '#contract/operation.ts';
import { around, batchTexts } from '#service/http/envelope.ts';
import { FailedItems } from '#service/http/failed-items.ts';
import { queryItem, readItems, type Item } from '#service/http/items.ts';
import type { JsonBody } from '#service/http/json/json.ts';
import { isLongSequence } from '#service/http/long-sequence.ts';
import { itemsOf, typedQuery } from '#service/http/request.ts';
import { inTheWay, namedFields, recordNames } from './claims.ts';
import { notStoredFault } from './outcomes.ts';
import type { CallShape } from './shape.ts';

function queryFields(operation: Operation, query: Record<string, string>): unknown {
  const { ContractSequence } = query;
  if (!isLongSequence(ContractSequence)) return typedQuery(operation, query);
  return { ...(typedQuery(operation, { ...query, ContractSequence: '1' }) as Fields), ContractSequence };
}

/** Of the creates, edits and cancels of records. */
export const recordShape: CallShape = {
  read: async ({ request, entry: { operation }, query }, hash) =>
    operation.request
      ? readItems(operation, request.body as JsonBody, itemsOf(operation, request.body), hash, true)
      : queryItem(queryFields(operation, query), hash),
  names: recordNames,
  record: namedFields,
  isNamedByItems: () => false,
  inTheWay,
  refusedTexts(operation, items, refused) {
    const failed = new FailedItems(operation);
    for (const [place, refusal] of [...refused].toSorted(([one], [other]) => one - other))
      failed.add(items[place] as Item, refusal);
    return failed;
  },
  body: ({ request }, items) => `{${JSON.stringify(request)}:[${items.join(',')}]}`,
  answer({ operation, askedIn }, { sent, refused }, outcomes) {
    const successful: string[] = [];
    const failed: string[] = [];
    for (const [index, { state, result, note }] of outcomes.entries()) {
      const fields = sent[index]?.fields ?? {};
      if (state === 'accepted') successful.push(result ?? jsonOf(fields));
      else if (state === 'refused' && result !== undefined) failed.push(result);
      else {
        const Errors = [
          state === 'refused' ? { Code: 'INVALID', Message: note ?? 'The provider refused it.' } : notStoredFault,
        ];
        failed.push(jsonOf({ ...fields, Errors }));
      }
    }
    return [...batchTexts(around(operation, askedIn), successful, [...failed, ...refused])].join('');
  },
  /** As text: its numbers are not read and written again. */
  withRefused(text, refused) {
    const found = /(?<!\\)"Failed"\s*:\s*\[(\s*\])?/.exec(text);
    if (!found) return undefined;
    const at = found.index + found[0].length;
    const ours = refused.join(',');
    return found[1] === undefined
      ? `${text.slice(0, at)}${ours},${text.slice(at)}`
      : `${text.slice(0, at - found[1].length)}${ours}]${text.slice(at)}`;
  },
  keepsClaim: () => false,
};
