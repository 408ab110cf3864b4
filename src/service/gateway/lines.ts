import type pg from 'pg';
import { operations, type OperationName } from '#contract/operations.ts';
import type { Query } from '#service/database/query.ts';
import { runOnce } from '#service/database/transaction.ts';
import {
  connectionOf,
  connectionQuery,
  readConnection,
  settingsOfOwn,
  type ConnectionRow,
  type ConnectionWorld,
  type KeptConnection,
} from './connections.ts';
import type { ProviderHealth } from './health.ts';
import { messageLine, openLine, type ProviderLine } from './provider-line.ts';

/** How this server reaches the provider of each merchant. */
export interface ProviderLines {
  /** As it was at most two seconds ago. Without a merchant, the environment's. */
  of(merchant: string | null): Promise<ProviderLine>;
  /** For messages, which go as a user of the organisation; undefined where that has none there. */
  messages: ProviderLine | undefined;
  /** For a call, as it is in a transaction for its merchant. */
  read(
    query: Query,
    call: { merchant: string; operation: OperationName },
  ): Promise<{ line: ProviderLine; isPaused: boolean }>;
  close(): void;
}

interface Known {
  version: number;
  line: ProviderLine;
  /** On the monotonic clock. */
  readMs: number;
}

/** How long another process's change may go unnoticed by a read. */
const keptMs = 2000;

/** Callers of every merchant may name some that do not exist. */
const mostKnown = 10_000;

export function openLines(world: ConnectionWorld, health: ProviderHealth, pool: pg.Pool): ProviderLines {
  const environment = openLine(world.environment, health);
  const messages = messageLine(environment, health);
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<ProviderLine>>();
  /** Also those whose last answers are still under way. */
  const opened = new Set([environment]);
  const remember = (merchant: string, kept: KeptConnection, readMs: number): ProviderLine => {
    const before = known.get(merchant);
    // What was read earlier may arrive later.
    if (before && before.version > kept.version) return before.line;
    if (before && before.version === kept.version) {
      before.readMs = Math.max(before.readMs, readMs);
      return before.line;
    }
    const line = kept.own ? openLine(settingsOfOwn(world, kept.own, kept), health) : environment;
    opened.add(line);
    known.set(merchant, { version: kept.version, line, readMs });
    const [oldest] = known;
    if (known.size > mostKnown && oldest?.[1].line === environment) known.delete(oldest[0]);
    if (before && before.line !== environment) before.line.wire.retire();
    return line;
  };
  const readNow = async (merchant: string): Promise<ProviderLine> => {
    const readMs = performance.now();
    const { rows } = await runOnce<ConnectionRow>(pool, { merchant }, connectionQuery(merchant));
    return remember(merchant, connectionOf(rows[0]), readMs);
  };
  return {
    async of(merchant) {
      if (merchant === null) return environment;
      const before = known.get(merchant);
      if (before && performance.now() - before.readMs < keptMs) return before.line;
      const running = reading.get(merchant) ?? readNow(merchant).finally(() => reading.delete(merchant));
      reading.set(merchant, running);
      return running;
    },
    messages,
    async read(query, { merchant, operation }) {
      const readMs = performance.now();
      const kept = await readConnection(query, merchant);
      const line = remember(merchant, kept, readMs);
      const isMessage = operations[operation].resource === 'messages';
      return { line: isMessage ? (messages ?? environment) : line, isPaused: kept.isPaused };
    },
    close() {
      for (const { wire } of opened) wire.close();
    },
  };
}
