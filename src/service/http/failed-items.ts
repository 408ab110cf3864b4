import { jsonOf } from '#answers/json.ts';
import { isIdentifying } from '#contract/identification.ts';
import { limits, type Operation } from '#contract/operation.ts';
import type { CodedFault, Refusal } from '#service/base/errors.ts';
import { listedFaults } from '#service/base/zod-errors.ts';
import type { Item } from './items.ts';

/**
 * The failed items of an answer: the submitted fields and the faults (docs/decisions.md, 2). Both are limited, and an entry
 * says what is left out.
 */
export class FailedItems {
  readonly texts: string[] = [];
  /** How many items each code refused, by the first fault. */
  readonly codes: Record<string, number> = {};
  private readonly operation: Operation;
  private faults = 0;
  private bytes = 0;

  constructor(operation: Operation) {
    this.operation = operation;
  }

  add(item: Item, refusal: Refusal): void {
    // Each item lists at least its first fault.
    const room = Math.max(1, limits.faults - this.faults);
    const faults = refusal.faults.slice(0, room);
    this.faults += faults.length;
    const [{ Code } = { Code: 'INVALID' }] = faults;
    this.codes[Code] = (this.codes[Code] ?? 0) + 1;
    const Errors = listedFaults({ faults, more: refusal.more + refusal.faults.length - faults.length });
    this.bytes += item.bytes;
    this.texts.push(this.bytes > limits.echoBytes ? this.identified(item.submitted(), Errors) : repeated(item, Errors));
  }

  /** The identifying fields of an item that would make the answer too large. */
  private identified(item: unknown, Errors: CodedFault[]): string {
    const left: CodedFault = {
      Code: 'NOT_REPEATED',
      Message: 'Its other words are not repeated: the answer would be too large.',
    };
    const entries = Object.entries(typeof item === 'object' && item !== null ? item : {}).filter(
      ([fieldName, value]) =>
        isIdentifying(fieldName) && fieldName in this.operation.input.shape && String(value).length <= 30,
    );
    return jsonOf(entry(Object.fromEntries(entries), [...Errors, left]));
  }
}

/** The whole item. If only a key is added, the text is not parsed and serialized again. */
function repeated(item: Item, Errors: CodedFault[]): string {
  const text = item.text?.() ?? '';
  const isPlain = text.startsWith('{') && text.includes('"') && !text.includes('"Errors"') && !text.includes('\\');
  if (!isPlain) return jsonOf(entry(item.submitted(), Errors));
  return `${text.slice(0, text.lastIndexOf('}'))},"Errors":${JSON.stringify(Errors)}}`;
}

const entry = (item: unknown, Errors: CodedFault[]) =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? { ...item, Errors } : { Item: item, Errors };
