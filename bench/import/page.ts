// The import's engine and sender on a page without a user interface, so that thousands of runs take minutes.
import Papa from 'papaparse';
import { startSession } from '../../src/console/api/auth.ts';
import { setConfig } from '../../src/console/api/config.ts';
import { importKind } from '../../src/console/features/import/kinds.ts';
import { ImportSending } from '../../src/console/features/import/sending.ts';
import { operations } from '../../src/contract/operations.ts';
import { openImport, type Import } from '../../src/sheet-engine/client.ts';
import type { MatchingItem } from '../../src/sheet-engine/matching/item.ts';

interface Start {
  /** The address that calls of the interface go to, if faults are injected there. */
  through?: string;
  merchant: string;
  /** Rows per call. */
  size: number;
}
/** A run's id, which is its Import-Id, and its rows as a spreadsheet copies them; without them a stored run is opened. */
interface Run extends Start {
  id: string;
  text?: string;
}

const columns = ['ClientNumber', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount'];
const options = { today: '2026-01-01', dayOrder: 'day' as const, codes: {} };

let session: Import | undefined;
let sending: ImportSending | undefined;
let starting: Promise<unknown> | undefined;

const direct = globalThis.fetch;

async function startWith({ through = '' }: Start): Promise<void> {
  globalThis.fetch = (to, init) => direct(typeof to === 'string' && to.startsWith('/v1/') ? through + to : to, init);
  const response = await fetch('/config.json');
  starting ??= startSession(setConfig(await response.json()));
  await starting;
}

const page = {
  /** @returns whether this tab has the run */
  async open({ id, text, merchant, size, ...start }: Run): Promise<boolean> {
    const kind = importKind('instalmentCreate');
    if (!kind) throw new Error('instalments cannot be imported');
    await startWith({ merchant, size, ...start });
    session?.close();
    session = openImport();
    sending = new ImportSending(kind, { merchant, product: 'EFT' }, session, size);
    if (text === undefined) {
      const restored = await session.session.restore(id);
      if (restored === undefined) throw new Error('the run is gone');
      return restored !== 'elsewhere';
    }
    await session.session.openText(text);
    const about = { id, name: '', headings: columns, columns, constants: {}, options };
    await session.session.begin({ ...about, operation: kind.operation, sheet: 0 });
    await session.session.save();
    return true;
  },
  /** Milliseconds of the simplest alternative, which checks only the contract's types: papaparse and zod, in one go. */
  plain(text: string): number {
    const began = performance.now();
    let right = 0;
    for (const [ClientNumber, ContractNumber, day, amount] of Papa.parse<string[]>(text).data) {
      const item = {
        ClientNumber,
        ContractNumber,
        InstalmentActionDate: `${day} 00:00`,
        InstalmentAmount: Number(amount),
      };
      if (operations.instalmentCreate.input.safeParse(item).success) right += 1;
    }
    const took = performance.now() - began;
    if (right === 0) throw new Error('no row was right');
    return took;
  },
  /** Milliseconds from a bank's file to what its lines may be, and the lines that are exact. */
  async suggest(text: string, items: MatchingItem[]): Promise<{ took: number; exact: number }> {
    const worker = openImport();
    const began = performance.now();
    const found = await worker.statements.read(new Blob([text]), [], []);
    if (!('statements' in found)) throw new Error('the file is a table');
    const lines = found.statements.flatMap((it) => it.lines).map((it) => ({ ...it, id: String(it.row) }));
    const tolerance = { line: 50_000, month: 100_000 };
    const { outcomes } = await worker.matching.open({ items, lines, matches: [], tolerance, rules: [] });
    const took = performance.now() - began;
    worker.close();
    const exact = [...outcomes.values()].filter(({ fits: [only, ...more] }) => !more.length && only?.rule === 'exact');
    return { took, exact: exact.length };
  },
  close() {
    session?.close();
    session = sending = undefined;
  },
  send: () => sending?.send(),
  async counts() {
    const summary = await session?.run.summary();
    return summary && { ...summary.states, ready: summary.ready };
  },
};

export type ImportPage = typeof page;
Object.assign(globalThis, { imports: page });
