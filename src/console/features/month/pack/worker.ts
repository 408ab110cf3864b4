import { LocalReport } from '#console/report-engine/local-report.ts';
import { build, zipPack } from './build.ts';
import { compare } from './compare.ts';
import type { CompareSpec, FromPackWorker, PackSpec, ToPackWorker } from './spec.ts';

/** The DOM's types know windows only. */
interface WorkerScope {
  postMessage(message: FromPackWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToPackWorker>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;
const post = (message: FromPackWorker, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

/** With more transactions in the month, the five months before it are not read as well. */
const maxWithHistory = 200_000;

const tokens = new Map<number, (token: string | undefined) => void>();
let lastToken = 0;
let written = () => {};
let signed: (signature: string | null) => void = () => {};

const token = (refused?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    lastToken += 1;
    tokens.set(lastToken, (found) => (found === undefined ? reject(new Error('No token')) : resolve(found)));
    post({ is: 'token', id: lastToken, refused });
  });

const said = (text: string) => post({ is: 'progress', text });

function read(part: PackSpec['transactions'], what: string): Promise<LocalReport> {
  said(`Reading ${what}…`);
  return LocalReport.read({ ...part, token });
}

async function run(spec: PackSpec): Promise<void> {
  const transactions = await read(spec.transactions, 'transactions');
  const instalments = await read(spec.instalments, 'instalments');
  const { length } = await transactions.rows();
  const history = length > maxWithHistory ? undefined : await read(spec.history, 'earlier months');
  const built = await build(spec, { transactions, instalments, history }, said);
  const signature = await new Promise<string | null>((resolve) => {
    signed = resolve;
    post({ is: 'manifest', manifest: built.manifest });
  });
  said('Writing the file…');
  let bytes = 0;
  await zipPack(built, signature, (piece) => {
    bytes += piece.length;
    return new Promise((resolve) => {
      written = resolve;
      post({ is: 'piece', bytes: piece }, [piece.buffer]);
    });
  });
  post({ is: 'done', bytes });
}

async function runComparison({ pack, transactions, later }: CompareSpec): Promise<void> {
  const now = await read(transactions, 'transactions');
  const found = await compare(pack, now, later && (await read(later, 'later transactions')));
  post({ is: 'compared', ...found });
}

const failed = (error: Error) => post({ is: 'fault', message: error.message });

scope.addEventListener('message', ({ data }) => {
  switch (data.is) {
    case 'build':
      void run(data.spec).catch(failed);
      return;
    case 'compare':
      void runComparison(data.spec).catch(failed);
      return;
    case 'token':
      tokens.get(data.id)?.(data.token);
      tokens.delete(data.id);
      return;
    case 'written':
      return written();
    case 'signed':
      return signed(data.signature);
  }
});
