import type { ReadName } from '#contract/operations.ts';
import type { Finding } from './finding.ts';
import { isSameValue, type Fields, type RecordReader } from './reader.ts';

/** A provider's records by list; a retrieve returns those that have its fields. */
export type Provider = Partial<Record<ReadName, Fields[]>>;

export const testDay = '2026-11-25';

export const recordsReader = (provider: Provider): RecordReader => ({
  read: (list, input) => {
    const records = provider[list];
    if (!records) return Promise.reject(new Error(`${list} is not answered`));
    const isMeant = (record: Fields) =>
      Object.entries(input).every(([name, value]) => record[name] === undefined || isSameValue(record[name], value));
    return Promise.resolve(records.filter(isMeant).map((it) => ({ ...it })));
  },
  today: () => testDay,
});

export const verdictsOf = (findings: readonly Finding[]): string[] => findings.map((it) => it.verdict);
