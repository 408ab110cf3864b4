import pg from 'pg';

/*
 * Finds statements that a distributed PostgreSQL refuses or runs differently. They work on one node, where most tests run.
 */

/** Tables that are on one node: sign-in, jobs and temporary tables. */
const isOnOneNode = (table: string) => /^(sign_in\.|seeded_|job$)/.test(table);

/** By what the planner of Citus 13 refuses. */
const refused: readonly (readonly [RegExp, string])[] = [
  [
    /\bfrom\s+approval_rule\b[^;]*\b(?:is_exempt|secret_holders|preparing_hands|present_rights)\(/i,
    'a function over sign-ins beside a table that is divided: the nodes have no sign-ins',
  ],
  [/\blateral\s*\(\s*values\b/i, 'lateral (values …): refused where an expression is not immutable; see lateralRows'],
  [/\bexists\s*\(\s*select\b[^()]*\bmerchant\s*=\s*any\b/i, 'exists (select …) over the rows of several merchants'],
  [
    /\bfrom\s+organisation\b[^;]*\bfrom\s+message_(?:sender|template)\b|\bfrom\s+message_(?:sender|template)\b[^;]*\bfrom\s+organisation\b/i,
    'a table that every node has beside one that is divided, in a subquery',
  ],
];

/** The first of the reasons against a text of statements; undefined if there is none. */
export function distributedFaultOf(text: string): string | undefined {
  const statements = text.split(';').filter((it) => it.trim() !== '');
  const inserted = /\binsert\s+into\s+([\w.]+)(?:(?!\bvalues\b)[^;])*?\bselect\b[^;]*/gi;
  for (const [insert, table = ''] of text.matchAll(inserted))
    if (!isOnOneNode(table) && !/\breturning\b|\bon\s+conflict\b/i.test(insert))
      return 'insert … select without returning or on conflict: it would be copied into the shards, which policies forbid';
  const updating = /\binsert\s+into\s+([\w.]+)[^;]*?\bon\s+conflict\b[^;]*?\bdo\s+update\s+set\b[^;]*?\(\s*select\b/gi;
  for (const [, table = ''] of text.matchAll(updating))
    if (!isOnOneNode(table)) return 'a subquery in on conflict … set';
  const timed = /\binsert\s+into\s+([\w.]+)[^;]*?\bon\s+conflict\b[^;]*?\bdo\s+update\s+set\b[^;]*?\bnow\(\)/gi;
  for (const [, table = ''] of text.matchAll(timed)) if (!isOnOneNode(table)) return 'now() in on conflict … set';
  if (statements.length > 1 && statements.some((it) => /^\s*(set\s+local|analyze)\b/i.test(it)))
    return 'set local or analyze beside other statements: the nodes are sent the whole text';
  const [, updated = ''] = /\bupdate\s+([\w.]+)\s+(?:as\s+)?(?:\w+\s+)?set\b/i.exec(text) ?? [];
  if (
    updated !== '' &&
    !isOnOneNode(updated) &&
    /\b(?:case\b[^;]*?\bnow\(\)[^;]*?\bend\b|coalesce\([^;)]*\bnow\(\))/i.test(text)
  )
    return 'now() within case or coalesce of an update';
  if (updated !== '' && !isOnOneNode(updated) && /\bnow\(\)\s*[+-]\s*(?:\w+\.)?(?!interval)[a-z_]+\s*\*/i.test(text))
    return 'now() with a column in an update';
  if (updated !== '' && !isOnOneNode(updated) && /\breturning\b[^;]*\bnow\(\)/i.test(text))
    return 'now() in the returning of an update';
  return refused.find(([form]) => form.test(text))?.[1];
}

/** Of a table that installations have distributed: a column comes without its constraints, and a constraint alone. */
export function alterationFaultOf(text: string): string | undefined {
  const [, table = '', changes = ''] = /\balter\s+table\s+([\w.]+)\s+([^;]*)/i.exec(text) ?? [];
  if (changes === '' || isOnOneNode(table)) return undefined;
  if (!/\b(?:check|references|unique|primary\s+key)\b|\b(?:add|drop)\s+constraint\b/i.test(changes)) return undefined;
  return /^(?:add\s+constraint\s+\w+\s|drop\s+constraint\s+\w+\s*$)/i.test(changes)
    ? undefined
    : 'alter table with a constraint beside another change, or without a name';
}

const known = new Map<string, string | undefined>();

/** The product's statements that a distributed database would refuse fail in every test, on any database. */
export function refuseDistributedFaults(): void {
  const { query } = pg.Client.prototype;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: [{ text?: string } | string, ...unknown[]]): unknown {
      const text = typeof given[0] === 'string' ? given[0] : (given[0].text ?? '');
      if (!known.has(text)) known.set(text, distributedFaultOf(text));
      const fault = known.get(text);
      if (fault !== undefined && isOfProduct(new Error().stack ?? ''))
        throw new Error(`A distributed PostgreSQL refuses this: ${fault}\n${text}`);
      return Reflect.apply(query, this, given);
    },
  });
}

/** Tests themselves may write to a table as they like. */
function isOfProduct(stack: string): boolean {
  const caller = stack
    .split('\n')
    .slice(1)
    .find((line) => /\/service\//.test(line) && !/distributed-faults|node_modules/.test(line));
  return caller !== undefined && !/\.test\.|\/testing\//.test(caller);
}
