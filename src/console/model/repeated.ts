import { replaceEqualDeep } from '@tanstack/react-query';
import type { Operation } from '#contract/operation.ts';
import { segmentOfRecord } from './contract-id.ts';

/**
 * What one record of a retrieve is called; undefined for records without a full identification, which may legitimately
 * be equal.
 */
export function recordNoun({ resource, output }: Operation): string | undefined {
  switch (resource) {
    case 'clients':
      return 'client';
    case 'mandates':
    case 'initiates':
      return 'mandate';
    case 'contracts':
      return 'contract';
    case 'instalments':
    case 'omni':
      return 'instalment';
    case 'payouts':
      return 'PaymentSequence' in output.shape ? 'payment' : 'payout contract';
    default:
      return undefined;
  }
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** All identifying fields, including those of the request; '' if one is missing. */
function nameOf({ resource, output }: Operation, input: object, record: object): string {
  const whole: Record<string, unknown> = { ...input, ...record };
  if (resource === 'clients') return text(whole.ClientNumber);
  const contract = segmentOfRecord(whole);
  const numbered = ['InstalmentSequence', 'PaymentSequence'].find((fieldName) => fieldName in output.shape);
  if (!numbered) return contract;
  const number = text(whole[numbered]);
  return contract && number && `${contract}/${number}`;
}

/** Removes duplicates from one answer: records with the same identification and values. */
export class UniqueRecords {
  /** How many were removed. */
  repeated = 0;
  private readonly operation: Operation;
  private readonly input: object;
  private readonly seen = new Map<string, object[]>();

  constructor(operation: Operation, input: object) {
    this.operation = operation;
    this.input = input;
  }

  of<R extends object>(records: R[]): R[] {
    if (recordNoun(this.operation) === undefined) return records;
    const left = records.filter((it) => this.isNew(it));
    this.repeated += records.length - left.length;
    return left.length === records.length ? records : left;
  }

  private isNew(record: object): boolean {
    const name = nameOf(this.operation, this.input, record);
    if (name === '') return true;
    const same = this.seen.get(name);
    if (!same) this.seen.set(name, [record]);
    else if (same.some((other) => replaceEqualDeep(other, record) === other)) return false;
    else same.push(record);
    return true;
  }
}
