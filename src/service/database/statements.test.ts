import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { alterationFaultOf, distributedFaultOf } from '#service/testing/distributed-faults.ts';

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

const folder = fileURLToPath(new URL('..', import.meta.url));
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
  .flatMap((name) => textsOf(readFileSync(join(folder, name), 'utf8')).map((text) => ({ name, text })));

test('no statement of the service is one that a distributed PostgreSQL refuses', () => {
  assert.ok(texts.filter(({ text }) => /\binsert\s+into\b[^;]*\bselect\b/i.test(text)).length > 20, 'they are found');
  const faults = texts.flatMap(({ name, text }) => {
    const fault = distributedFaultOf(text) ?? (name.startsWith('migrations/') ? alterationFaultOf(text) : undefined);
    return fault ? [`${name}: ${fault}: ${text.trim().slice(0, 100)}`] : [];
  });
  assert.deepEqual(faults, []);
});

test('no statement compares a time with a date: row-level security keeps that comparison away from every index', () => {
  const comparison = /\w*(_date|_until|_at) *[<>]=? *\(?[\w$]+::date\b(?!( [+-] \d+\))?::timestamp).*/;
  assert.ok(comparison.test('payment_date < $2::date + 1'));
  assert.ok(!comparison.test('payment_date < ($2::date + 1)::timestamp and held_until <= $2'));
  const found = texts.flatMap(({ name, text }) => {
    const [fault] = comparison.exec(text) ?? [];
    return fault && !name.startsWith('migrations/') ? [`${name}: ${fault}`] : [];
  });
  assert.deepEqual(found, []);
});

test('no statement casts a parameter to a date and to a time: the first of them decides, and a date loses the hour', () => {
  const both = /(\$\d+)::date\b[^]*\1::timestamp|(\$\d+)::timestamp[^]*\2::date/;
  assert.ok(both.test('payment_date < ($3::date + 1)::timestamp and held_until <= $3::timestamp'));
  assert.ok(!both.test('payment_date < ($3::timestamp::date + 1)::timestamp and held_until <= $3::timestamp'));
  assert.deepEqual(
    texts.filter(({ text }) => both.test(text)).map(({ name, text }) => `${name}: ${text.trim().slice(0, 100)}`),
    [],
  );
});

test('the rule finds the statements it is meant to find', () => {
  for (const bad of [
    'insert into change (merchant, product) select $1, * from unnest($2::text[])',
    'with event as (select 1) insert into change select * from event order by at',
    'insert into client (merchant, …) select $1, * from …',
    'set local statement_timeout = 0; set local lock_timeout = 0',
    'set statement_timeout = 0; analyze',
    `select 1 from contract c, lateral (values (1, to_char(now(), 'YYYY'))) as created (place, value)`,
    'insert into approval as it values ($1) on conflict (merchant) do update set preparers = array(select distinct unnest(it.preparers))',
    `select exists (select from approval_rule where merchant = any($1) or '*' = any($1)) as "isOn"`,
    `update outgoing_call set read_at = case when $2 then now() else read_at end where merchant = $1`,
    `update held_item set next_try = now() + time.seconds * interval '1 second' from time where merchant = $1`,
    'insert into file_import values ($1) on conflict (merchant) do update set changed_at = now()',
    'select 1 from approval_rule where merchant = $1 and not is_exempt($2)',
    `update held_item set state = 'SENDING' where merchant = $1 returning now()::text as since`,
    'update outgoing_call set read_at = coalesce(read_at, now()) where merchant = $1',
    'select array(select sender from message_sender s where s.organisation = o.organisation) from organisation o',
  ])
    assert.ok(distributedFaultOf(bad), bad);
  for (const bad of [
    'alter table merchant add products text[] check (cardinality(products) > 0)',
    'alter table payment drop constraint payment_check, add column prepared_by text',
    'alter table payment add check (amount > 0)',
  ])
    assert.ok(alterationFaultOf(bad), bad);
  for (const good of [
    'alter table merchant add products text[]',
    'alter table merchant add constraint merchant_products_check check (cardinality(products) > 0)',
    'alter table payment drop constraint payment_payment_status_check',
    'alter table client alter column account_number type text, add column account_mark text',
    'alter table sign_in.program add exempt boolean not null default false, add check (exempt)',
  ])
    assert.equal(alterationFaultOf(good), undefined, good);
  for (const good of [
    'insert into change select * from event returning 1',
    'insert into client (merchant, …) select $1, * from … on conflict do nothing returning client_number',
    `insert into merchant values ('1001', 'x'); select 1`,
    'insert into seeded_instalment select * from other',
    'set local statement_timeout = 0',
    'begin; select 1',
  ])
    assert.equal(distributedFaultOf(good), undefined, good);
});
