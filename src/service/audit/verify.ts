import type { Call } from '#service/http/call.ts';
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

export interface Proof {
  merchant: string;
  /** How many entries the chain has. */
  entries: number;
  /** The first link that does not hold. */
  broken?: { sequence: number; reason: string };
  /** Checkpoints whose entries a restore took back. */
  restored: number;
}

/** What the operator knows and the database can't prove. */
export interface OutsideProofs {
  /** From the log. */
  checkpoints?: readonly Checkpoint[];
  /** The days (UTC) on which backups were restored, `YYYY-MM-DD`. An entry alone proves none: who writes to the database adds one. */
  restoredOn?: readonly string[];
}

interface Row {
  sequence: number;
  hash: Buffer;
  entry: string;
}

const pageSize = 5000;

/**
 * Proves a chain from its first entry to its head: by the rows, the checkpoint row, and checkpoints from elsewhere. Only the
 * last show that a whole database was replaced, or a tail cut off. Works while calls append.
 * @param query of the maintenance role.
 */
export async function prove(
  query: Call['query'],
  merchant: string,
  { checkpoints = [], restoredOn = [] }: OutsideProofs = {},
): Promise<Proof> {
  const awaited = new Map(checkpoints.filter((it) => it.Merchant === merchant).map((it) => [it.Sequence, it]));
  const restores = await restoresOf(query);
  let hash: Buffer = Buffer.alloc(0);
  let [sequence, restored] = [0, 0];
  const broken = (at: number, reason: string): Proof => ({
    merchant,
    entries: sequence,
    broken: { sequence: at, reason },
    restored,
  });
  const restoreOver = ({ At }: Checkpoint) => restores.filter(({ at, taken }) => taken < At && At < at);
  const isRestored = (checkpoint: Checkpoint) =>
    restoreOver(checkpoint).some(({ at }) => restoredOn.includes(at.slice(0, 10)));
  const hint = (checkpoint: Checkpoint) => {
    const [stated] = restoreOver(checkpoint);
    return stated
      ? `. The audit says that a backup of ${stated.taken} was restored at ${stated.at}: if so, give --restored ${stated.at.slice(0, 10)}`
      : '';
  };

  for (;;) {
    const rows = await query<Row>(
      `select sequence, hash, entry from audit_entry where merchant = $1 and sequence > $2 order by sequence limit $3`,
      [merchant, sequence, pageSize],
    );
    for (const row of rows) {
      if (row.sequence !== sequence + 1) return broken(sequence + 1, 'it is missing');
      hash = nextHash(hash, row.sequence, row.entry);
      if (!hash.equals(row.hash)) return broken(row.sequence, 'it, or its place, is not what was written');
      if (merchantOf(row.entry) !== merchant) return broken(row.sequence, 'it belongs to another merchant');
      sequence = row.sequence;
      const checkpoint = awaited.get(sequence);
      awaited.delete(sequence);
      if (!checkpoint || checkpoint.Hash === hash.toString('base64url')) continue;
      if (!isRestored(checkpoint))
        return broken(sequence, `it is not the one that was signed at ${checkpoint.At}${hint(checkpoint)}`);
      restored++;
    }
    if (rows.length < pageSize) {
      const head = await headOf(query, merchant);
      // Calls have appended meanwhile.
      if (head?.last && head.last > sequence && head.sequence === head.last) continue;
      if (!head && sequence > 0) return broken(sequence, 'the row with the head of the chain is missing');
      if (head && head.sequence > sequence) return broken(sequence + 1, 'it is missing, with all after it');
      if (head && head.sequence < sequence) return broken(head.sequence + 1, 'it comes after the head of the chain');
      if (head && !head.hash.equals(hash)) return broken(sequence, 'the head of the chain is another');
      break;
    }
  }
  for (const checkpoint of awaited.values()) {
    if (!isRestored(checkpoint))
      return broken(
        sequence + 1,
        `it is missing: entry ${checkpoint.Sequence} was signed at ${checkpoint.At}${hint(checkpoint)}`,
      );
    restored++;
  }
  return { merchant, entries: sequence, restored };
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
async function headOf(query: Call['query'], merchant: string) {
  const [head] = await query<{ last: number | null; sequence: number; hash: Buffer }>(
    `select (select max(sequence) from audit_entry where merchant = $1) as last, sequence, hash
      from audit_checkpoint where merchant = $1`,
    [merchant],
  );
  return head;
}

/** When backups were restored, and when they had been taken: entries in between are gone, and that is known. */
async function restoresOf(query: Call['query']): Promise<{ at: string; taken: string }[]> {
  return query(
    `select at, entry::jsonb -> 'Details' ->> 'Taken' as taken from audit_entry
      where merchant = $1 and action = 'backup.restore'`,
    [installation],
  );
}

/** Every chain there is or should be. */
export async function chainsOf(query: Call['query'], elsewhere: readonly Checkpoint[] = []): Promise<string[]> {
  const rows = await query<{ merchant: string }>(
    'select merchant from audit_checkpoint union select merchant from audit_entry union select unnest($1::text[]) order by 1',
    [elsewhere.map((it) => it.Merchant)],
  );
  return rows.map(({ merchant }) => merchant);
}
