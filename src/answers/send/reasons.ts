import { fieldNameOf, fieldOf } from '#contract/fields.ts';
import { isIdentifying } from '#contract/identification.ts';
import type { Fault } from '#contract/operation.ts';
import { maxErrorDepth, faultsOf, isObject, textOf, withoutRepeats, type Json } from '../error-body.ts';
import { isDateLike, isGiven, isSame, isSentence } from './matching.ts';

/** Not echoes of the request, numbers or dates. */
function unnamedReasons(received: Json, sent: Json, depth = 0): Fault[] {
  if (depth > maxErrorDepth) return [];
  return Object.entries(received).flatMap(([name, value]): Fault[] => {
    const Field = fieldNameOf(name);
    if (isObject(value)) return unnamedReasons(value, sent, depth + 1);
    if (Array.isArray(value)) return value.filter(isObject).flatMap((it) => unnamedReasons(it, sent, depth + 1));
    const Message = textOf(value).trim();
    const isEcho = isGiven(sent[Field]) && isSame(sent[Field], value);
    const isEnvelope = /^(?:Version|Name|CallSequence)$/.test(Field);
    if (isEcho || isEnvelope || !/[a-z]{2}/i.test(Message) || isDateLike(Message)) return [];
    const known = fieldOf(Field);
    const isId = isIdentifying(Field);
    // It may be the record's own value.
    const isOwn = known?.input === 'text' && !isId;
    const isReason = !known || (!isOwn && isSentence(Message)) || (!isId && isGiven(sent[Field]));
    return isReason ? [{ Field, Code: '', Message }] : [];
  });
}

/**
 * Fields get the contract's names.
 * @param sent the item, whose echo is no reason
 */
export function reasonsOf(received: unknown, sent: Json = {}): Fault[] {
  const faults = faultsOf(received)
    .map((it) => (it.Field ? { ...it, Field: fieldNameOf(it.Field) } : it))
    .filter(({ Field, Message }) => !(Field && isSame(sent[Field], Message)));
  return withoutRepeats(faults.length === 0 && isObject(received) ? unnamedReasons(received, sent) : faults);
}
