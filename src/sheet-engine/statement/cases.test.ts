import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { UnreadableFile } from '../read.ts';
import { confirmedMapping, type Mapping } from './mapping.ts';
import { readStatement } from './read.ts';
import type { BankStatement } from './statement.ts';
import { readTable } from './table.ts';

/** A small file for a situation that real ones have, with what it says, or why it cannot be taken. */
interface Case {
  file: string;
  what: string;
  /** Whose columns were confirmed before. */
  after?: string;
  statements?: {
    entries: [day: string, cents: number][];
    opening?: number;
    closing?: number;
    ending?: string;
    /** Of the first entry. */
    text?: string;
  }[];
  refused?: string;
}

const folder = new URL('../testing/cases/', import.meta.url);
const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(file, folder)));
const cases = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Case[];

/** As a person does who finds the columns right that are suggested. */
async function read(file: string, known: readonly Mapping[] = []): Promise<[BankStatement[], Mapping | undefined]> {
  const found = await readStatement(bytesOf(file), known);
  if ('statements' in found) return [found.statements, found.mapping];
  const mapping = confirmedMapping(found.unmapped.mapping);
  return [readTable(found.table, mapping), mapping];
}

for (const { file, what, after, statements, refused } of cases)
  test(`${file}: ${what}`, async () => {
    const known = after === undefined ? undefined : (await read(after))[1];
    if (known) assert.ok('unmapped' in (await readStatement(bytesOf(file), [known])), 'its columns are asked for');
    if (refused !== undefined)
      return assert.rejects(read(file), (error) => error instanceof UnreadableFile && error.message.includes(refused));
    const [found] = await read(file);
    assert.deepEqual(
      found.map(({ lines }) => lines.map(({ date, cents }) => [date, cents])),
      statements?.map(({ entries }) => entries),
    );
    statements?.forEach(({ opening, closing, ending, text }, at) => {
      const said = { opening, closing, ending };
      for (const [name, value] of Object.entries(said))
        if (value !== undefined) assert.equal(found[at]?.[name as keyof typeof said], value);
      if (text !== undefined) assert.equal(found[at]?.lines[0]?.text, text);
    });
    return undefined;
  });
