import { useEffect, useRef, useState } from 'react';
import { useMerchantName } from '#console/api/access.ts';
import { recordInAudit } from '#console/api/audit.ts';
import { useTenant } from '#console/api/tenant.ts';
import { itemFields } from '#console/domain/bank/items.ts';
import { useBooks, useSettled } from '#console/domain/bank/settled.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import { collectionsOnly } from '#console/domain/collections/report-list.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { openCalls, untilDone } from '#kit/base/worker-calls.ts';
import { typefaceUrl } from '#kit/pdf/typeface.ts';
import { countText } from '#kit/ui/sums.ts';
import { saveFile, writeWhole } from '#report-engine/save-file.ts';
import type { FilesSpec, Refused } from './files.ts';
import { isEmpty, readRange, statementsOf, type Period, type StatedClient, type Statement } from './statement.ts';
import type { StatementWorker } from './worker.ts';

type Format = FilesSpec['format'];

const types: Record<Format, string> = { pdf: 'application/pdf', csv: 'text/csv', zip: 'application/zip' };

/** Writes the file in a worker. @throws Error of the worker, the file or the signal; then no file is kept */
const write = (
  spec: FilesSpec,
  to: WritableStream<Uint8Array>,
  said: (text: string) => void,
  signal: AbortSignal,
): Promise<Refused[]> =>
  writeWhole(to, (piece) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const { statements } = openCalls<{ statements: StatementWorker }>(worker, { file: { write: piece, said } });
    return untilDone(worker, statements.write(spec), signal);
  });

/** The file's bytes are whole or it is not kept; what it left out is said. */
export function useStatements(clients: readonly StatedClient[]) {
  const { merchant, product } = useTenant();
  const merchantName = useMerchantName(merchant) ?? merchant;
  const { books } = useBooks();
  const settledOn = useSettled();
  const [progress, setProgress] = useState('');
  const [saved, setSaved] = useState('');
  const [problem, setProblem] = useState('');
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(new Error('Stopped')), []);

  const read = async (period: Period, signal: AbortSignal): Promise<Statement[]> => {
    const numbers = clients.map(({ number }) => number);
    const rows = await askReport(
      'transactions',
      { merchant, product },
      readRange(period),
      async (source) => {
        const ofClients: Filter = { fieldName: 'ClientNumber', kind: 'oneOf', values: numbers };
        return (await source.found(itemFields, [collectionsOnly, ofClients])).rows;
      },
      signal,
      numbers.length === 1 ? { ClientNumber: numbers[0] } : {},
    );
    return statementsOf(clients, period, rows, settledOn);
  };

  /** Call it directly from a click: browsers open the save dialog only then. */
  const save = async (format: Format, period: Period): Promise<void> => {
    setProblem('');
    setSaved('');
    const [only] = clients;
    const what = clients.length === 1 ? `Statement ${only?.number ?? ''}` : 'Statements';
    const name = `${what} ${merchant} ${product} ${period.asAt}.${format}`.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ');
    const to = await saveFile(name, types[format]);
    if (!to) return;
    const { signal } = (abort.current = new AbortController());
    setProgress('Reading transactions…');
    try {
      const all = await read(period, signal);
      const statements = clients.length === 1 ? all : all.filter((it) => !isEmpty(it));
      if (statements.length === 0) throw new Error('none of these clients has a debit in the period or an unpaid one.');
      await recordInAudit(merchant, {
        Action: 'export',
        What: what,
        Records: statements.length,
        Product: product,
        ...(format === 'csv' ? { Format: format } : {}),
        ...(clients.length === 1 ? { ClientNumber: only?.number } : {}),
      });
      const spec: FilesSpec = { format, statements, merchant, merchantName, product, fontUrl: typefaceUrl() };
      const refused = await write(spec, to, setProgress, signal);
      const left = all.length - statements.length;
      setSaved(
        [
          `Saved ${name}.`,
          left > 0 && `${countText(left, ['client', 'clients'])} without debits left out.`,
          ...refused.map(({ number, why }) => `No PDF for client ${number}: ${why}`),
        ]
          .filter(Boolean)
          .join(' '),
      );
    } catch (error) {
      await to.abort(error).catch(() => undefined);
      setProblem(`No file was kept: ${(error as Error).message}`);
    } finally {
      setProgress('');
    }
  };
  return { save, books, progress, saved, problem };
}
