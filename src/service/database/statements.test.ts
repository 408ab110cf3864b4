import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/*
 * Finds statements that a distributed PostgreSQL refuses or runs differently. They work on one node, where most tests
 * run.
 */

/** Tables that are on one node: sign-in, jobs and temporary tables. */
const isOnOneNode = (table: string) => /^(sign_in\.|seeded_|job$)/.test(table);

function faultOf(text: string): string | undefined {
  const statements = text.split(';').filter((it) => it.trim() !== '');
  const inserted = /\binsert\s+into\s+([\w.]+)(?:(?!\bvalues\b)[^;])*?\bselect\b[^;]*/gi;
  for (const [insert, table = ''] of text.matchAll(inserted))
    if (!isOnOneNode(table) && !/\breturning\b|\bon\s+conflict\b/i.test(insert))
      return 'insert … select without returning or on conflict: it would be copied into the shards, which policies forbid';
  if (statements.length > 1 && statements.some((it) => /^\s*(set\s+local|analyze)\b/i.test(it)))
    return 'set local or analyze beside other statements: the nodes are sent the whole text';
  return undefined;
}

/** Every string of a file; a template is one text, with `…` for its expressions. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { raw: string } }[] };
    if (type === 'Literal' && typeof value === 'string') texts.push(value);
    if (type === 'TemplateLiteral' && quasis) texts.push(quasis.map((it) => it.value.raw).join('…'));
    Object.values(node).forEach(visit);
  };
  visit(parseSync('source.ts', source).program);
  return texts;
}

test('no statement of the service is one that a distributed PostgreSQL refuses', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => textsOf(readFileSync(join(folder, name), 'utf8')).map((text) => ({ name, text })));
  assert.ok(texts.filter(({ text }) => /\binsert\s+into\b[^;]*\bselect\b/i.test(text)).length > 20, 'they are found');
  const faults = texts.flatMap(({ name, text }) => {
    const fault = faultOf(text);
    return fault ? [`${name}: ${fault}: ${text.trim().slice(0, 100)}`] : [];
  });
  assert.deepEqual(faults, []);
});

test('the rule finds the statements it is meant to find', () => {
  for (const bad of [
    'insert into change (merchant, product) select $1, * from unnest($2::text[])',
    'with event as (select 1) insert into change select * from event order by at',
    'insert into client (merchant, …) select $1, * from …',
    'set local statement_timeout = 0; set local lock_timeout = 0',
    'set statement_timeout = 0; analyze',
  ])
    assert.ok(faultOf(bad), bad);
  for (const good of [
    'insert into change select * from event returning 1',
    'insert into client (merchant, …) select $1, * from … on conflict do nothing returning client_number',
    `insert into merchant values ('1001', 'x'); select 1`,
    'insert into seeded_instalment select * from other',
    'set local statement_timeout = 0',
    'begin; select 1',
  ])
    assert.equal(faultOf(good), undefined, good);
});
