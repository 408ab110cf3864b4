import type { Query } from '#service/database/query.ts';

/** Written by the service itself, or of its own clients: reports and the audit must not show another person under them. */
const reserved = ['clearing', 'console', 'factors', 'operator', 'service', 'system', 'collections console'];

/** The same for names that look the same but for case, width, spaces and characters without a shape. */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

interface Named {
  /** Of messages: a sign-in for them, which has no other name. */
  kind: 'person' | 'program' | 'message';
  /** What they sign in with. Undefined if it stays. */
  id?: string | undefined;
  /** As it is shown. Undefined if it stays. */
  name?: string | undefined;
}

/**
 * Which of the two could be taken for someone else, undefined if neither. Two people may have one name, and two programs; a
 * program has no person's.
 * @param self who is renamed.
 */
export async function takenName(
  query: Query,
  { kind, id, name }: Named,
  self?: string,
): Promise<'id' | 'name' | undefined> {
  const all = await query<{ kind: Named['kind']; id: string; name: string }>(
    `select 'person' as kind, username as id, display_name as name from sign_in.person
      union all select 'program', client_id, display_name from sign_in.program
      union all select 'message', username, username from sign_in.message_sign_in`,
  );
  const others = all.filter((it) => it.kind !== kind || it.id !== self);
  const strangers = others.filter((it) => it.kind !== kind);
  const usernames = (kind === 'program' ? others : strangers).map((it) => it.id);
  const names = new Set([...reserved, ...usernames, ...strangers.map((it) => it.name)].map(folded));
  const ids = new Set([...names, ...others.map((it) => folded(it.id))]);
  if (id !== undefined && ids.has(folded(id))) return 'id';
  if (name !== undefined && names.has(folded(name))) return 'name';
  return undefined;
}
