import type { Query } from '#service/database/query.ts';
import { installation, sha256 } from './entry.ts';

/** The head of a chain at a time, as the log has it. */
export interface Checkpoint {
  Merchant: string;
  Sequence: number;
  /** base64url */
  Hash: string;
  /** UTC. */
  At: string;
}

/** An entry of a chain, and the chain's hash up to it. */
export interface Place {
  sequence: number;
  hash: Buffer;
}

/** A link that does not hold. */
interface ChainFault {
  sequence: number;
  reason: string;
}

export interface Proof {
  merchant: string;
  /** How many entries the chain has. */
  entries: number;
  /** The first link that does not hold. */
  broken?: ChainFault;
  /** Checkpoints whose entries a restore took back, or a failover lost. */
  restored: number;
}

/** A restore of a backup, or a loss that was declared, as the audit of the installation has it. */
interface Restore {
  at: string;
  /** When the backup had been taken, or since when is lost: entries in between are gone, and that is known. */
  taken: string;
  isLoss: boolean;
}

/** What the operator knows and the database can't prove. */
interface OutsideProofs {
  /** From the log. */
  checkpoints?: readonly Checkpoint[];
  /** What `restoresOf` answers. */
  restores?: readonly Restore[];
  /** The days (UTC) on which backups were restored or entries declared lost, `YYYY-MM-DD`. An entry alone proves none: who writes to the database adds one. */
  restoredOn?: readonly string[];
}

interface Row extends Place {
  entry: string;
}

/** Entries that are read at once: few, so that a page of the longest ones is a small answer and calls get their turn. */
export const entriesPerPage = 1000;

/**
 * Proves a chain from its first entry to its head: by the rows, the checkpoint row, and checkpoints from elsewhere. Only the
 * last show that a whole database was replaced, or a tail cut off. Works while calls append.
 * @param query of the maintenance role.
 */
export async function proveChain(
  query: Query,
  merchant: string,
  { checkpoints = [], restores = [], restoredOn = [] }: OutsideProofs = {},
): Promise<Proof> {
  const awaited = new Map(checkpoints.filter((it) => it.Merchant === merchant).map((it) => [it.Sequence, it]));
  let place: Place = { sequence: 0, hash: Buffer.alloc(0) };
  let restored = 0;
  const broken = (fault: ChainFault): Proof => ({ merchant, entries: place.sequence, broken: fault, restored });
  const restoreOver = ({ At }: Checkpoint) => restores.filter(({ at, taken }) => taken < At && At < at);
  const isRestored = (checkpoint: Checkpoint) =>
    restoreOver(checkpoint).some(({ at }) => restoredOn.includes(at.slice(0, 10)));
  const hint = (checkpoint: Checkpoint) => {
    const [stated] = restoreOver(checkpoint);
    if (!stated) return '';
    const { at, taken, isLoss } = stated;
    const what = isLoss
      ? `at ${at} the entries since ${taken} were declared lost`
      : `a backup of ${taken} was restored at ${at}`;
    return `. The audit says that ${what}: if so, give --restored ${at.slice(0, 10)}`;
  };

  for (;;) {
    const rows = await entriesAfter(query, merchant, place.sequence);
    for (const row of rows) {
      const next = followedEntry(merchant, place, row);
      if ('reason' in next) return broken(next);
      place = next;
      const checkpoint = awaited.get(place.sequence);
      awaited.delete(place.sequence);
      if (!checkpoint || checkpoint.Hash === place.hash.toString('base64url')) continue;
      if (!isRestored(checkpoint))
        return broken({
          sequence: place.sequence,
          reason: `it is not the one that was signed at ${checkpoint.At}${hint(checkpoint)}`,
        });
      restored++;
    }
    if (rows.length === entriesPerPage) continue;
    const end = await endAt(query, merchant, place);
    if (end === 'more') continue;
    if (end !== 'head') return broken(end);
    break;
  }
  for (const checkpoint of awaited.values()) {
    if (!isRestored(checkpoint))
      return broken({
        sequence: place.sequence + 1,
        reason: `it is missing: entry ${checkpoint.Sequence} was signed at ${checkpoint.At}${hint(checkpoint)}`,
      });
    restored++;
  }
  return { merchant, entries: place.sequence, restored };
}

/** The next entries of a chain. */
export const entriesAfter = (
  query: Query,
  merchant: string,
  sequence: number,
  last = Number.MAX_SAFE_INTEGER,
): Promise<Row[]> =>
  query<Row>(
    `select sequence, hash, entry from audit_entry
      where merchant = $1 and sequence > $2 and sequence <= $3 order by sequence limit $4`,
    [merchant, sequence, last, entriesPerPage],
  );

/** Follows the chain by one entry. */
export function followedEntry(merchant: string, before: Place, row: Row): Place | ChainFault {
  const sequence = before.sequence + 1;
  if (row.sequence !== sequence) return { sequence, reason: 'it is missing' };
  const hash = nextHash(before.hash, sequence, row.entry);
  if (!hash.equals(row.hash)) return { sequence, reason: 'it, or its place, is not what was written' };
  if (merchantOf(row.entry) !== merchant) return { sequence, reason: 'it belongs to another merchant' };
  return { sequence, hash };
}

/** Whether a place after which no entry was found is the head of its chain. `more`: calls have appended meanwhile. */
export async function endAt(
  query: Query,
  merchant: string,
  { sequence, hash }: Place,
): Promise<ChainFault | 'head' | 'more'> {
  const head = await headOf(query, merchant);
  if (!head) return sequence > 0 ? { sequence, reason: 'the row with the head of the chain is missing' } : 'head';
  const last = head.last ?? 0;
  if (last > sequence && head.sequence === last) return 'more';
  if (head.sequence > sequence) return { sequence: sequence + 1, reason: 'it is missing, with all after it' };
  if (head.sequence < sequence) return { sequence: head.sequence + 1, reason: 'it comes after the head of the chain' };
  if (!head.hash.equals(hash)) return { sequence, reason: 'the head of the chain is another' };
  // It had been proved before.
  if (last < sequence) return { sequence: last + 1, reason: 'it is missing, with all after it' };
  return 'head';
}

/** The hash of an entry: of the hash before it, its sequence as eight bytes, and the hash of its text. */
export function nextHash(before: Buffer, sequence: number, entry: string): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(BigInt(sequence));
  return sha256(before, place, sha256(entry));
}

function merchantOf(entry: string): unknown {
  try {
    return (JSON.parse(entry) as { Merchant?: unknown }).Merchant;
  } catch {
    return undefined;
  }
}

/** Head and last entry in one statement, so that no call comes between. */
async function headOf(query: Query, merchant: string) {
  const [head] = await query<{ last: number | null; sequence: number; hash: Buffer }>(
    `select (select max(sequence) from audit_entry where merchant = $1) as last, sequence, hash
      from audit_checkpoint where merchant = $1`,
    [merchant],
  );
  return head;
}

/** For all chains: once for a run. */
export async function restoresOf(query: Query): Promise<Restore[]> {
  return query(
    `select at, entry::jsonb -> 'Details' ->> 'Taken' as taken, action = 'audit.lost' as "isLoss" from audit_entry
      where merchant = $1 and action in ('backup.restore', 'audit.lost')`,
    [installation],
  );
}

/** Every chain there is or should be. */
export async function chainsOf(query: Query, elsewhere: readonly Checkpoint[] = []): Promise<string[]> {
  const known = await query<{ merchant: string }>(
    'select merchant from audit_checkpoint union select merchant from audit_proof',
  );
  const found = new Set([...known.map(({ merchant }) => merchant), ...elsewhere.map((it) => it.Merchant)]);
  // From one chain to the next by the index: a distinct would read every entry.
  for (let after = ''; ;) {
    const [next] = await query<{ merchant: string }>(
      'select merchant from audit_entry where merchant > $1 order by merchant limit 1',
      [after],
    );
    if (!next) return [...found].toSorted();
    after = next.merchant;
    found.add(after);
  }
}
