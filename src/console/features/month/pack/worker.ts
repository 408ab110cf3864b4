import { readSlice } from '#console/api/http.ts';
import { openCalls } from '#kit/base/worker-calls.ts';
import { LocalReport } from '#report-engine/local-report.ts';
import { buildPack, zipPack } from './build.ts';
import { compare } from './compare.ts';
import type { CompareSpec, PackPage, PackSpec } from './spec.ts';

/** With more transactions in the month, the year before it is not read as well. */
const maxWithHistory = 100_000;

function read(part: PackSpec['transactions'], what: string): Promise<LocalReport> {
  void page.said(`Reading ${what}…`);
  return LocalReport.read({ ...part, token: (refused) => page.token(refused) }, readSlice);
}

const pack = {
  async build(spec: PackSpec) {
    const transactions = await read(spec.transactions, 'transactions');
    const instalments = await read(spec.instalments, 'instalments');
    const { length } = await transactions.rows();
    const history = length > maxWithHistory ? undefined : await read(spec.history, 'earlier months');
    const built = await buildPack(spec, { transactions, instalments, history }, (text) => void page.said(text));
    const signature = await page.sign(built.manifest);
    void page.said('Writing the file…');
    let bytes = 0;
    // The next piece comes after this one is written, so that the file never piles up in memory.
    await zipPack(built, signature, (piece) => {
      bytes += piece.length;
      return page.write(piece);
    });
    return { manifest: built.manifest, bytes };
  },

  async compare({ pack: file, transactions, later }: CompareSpec) {
    const now = await read(transactions, 'transactions');
    return compare(file, now, later && (await read(later, 'later transactions')));
  },
};
export type PackWorker = typeof pack;

const { page } = openCalls<{ page: PackPage }>(globalThis, { pack });
