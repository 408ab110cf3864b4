import { useState } from 'react';
import { WorkerFault } from '#kit/base/worker-calls.ts';
import type { SuggestedMapping } from '#sheet-engine/statement/mapping.ts';
import type { UnmappedTable } from '#sheet-engine/statement/read.ts';
import type { StatementsFound } from '#sheet-engine/statement/session.ts';
import type { Taken } from './take.tsx';
import type { MonthBank } from './use-bank.ts';

type Step =
  | { is: 'columns'; table: UnmappedTable; problem: string }
  | { is: 'take'; found: Taken }
  | { is: 'refused'; problem: string };

const problemOf = (error: unknown): string =>
  error instanceof WorkerFault ? error.message : 'The file could not be read.';

/** A bank's file from its choice to its lines. It is read in this browser and not sent. */
export function useStatementFile({ worker, books, items = [], mayMatch }: MonthBank) {
  const [step, setStep] = useState<Step>();
  const [table, setTable] = useState<UnmappedTable>();
  const [isReading, setReading] = useState(false);

  const show = (found: StatementsFound) => {
    if (!('unmapped' in found)) return setStep({ is: 'take', found });
    setTable(found.unmapped);
    setStep({ is: 'columns', table: found.unmapped, problem: found.unmapped.problem });
  };
  return {
    step,
    isReading,
    isDisabled: !worker || !books || !mayMatch,
    async read(file: File | Promise<File>) {
      if (!worker) return;
      setReading(true);
      setTable(undefined);
      const mappings = (books ?? []).flatMap(({ book }) => book.account.mapping ?? []);
      // Only long numbers are masked.
      const references = new Set(items.flatMap((it) => it.references).filter((it) => it.length > 8));
      try {
        show(await worker.statements.read(await file, mappings, [...references]));
      } catch (error) {
        setStep({ is: 'refused', problem: problemOf(error) });
      } finally {
        setReading(false);
      }
    },
    async map(mapping: SuggestedMapping) {
      if (!worker || !table) return;
      try {
        show(await worker.statements.map(mapping));
        setTable({ ...table, mapping });
      } catch (error) {
        setStep({ is: 'columns', table: { ...table, mapping }, problem: problemOf(error) });
      }
    },
    /** For a table alone. */
    showColumns: table && (() => setStep({ is: 'columns', table, problem: '' })),
    close: () => setStep(undefined),
  };
}

export type StatementFile = ReturnType<typeof useStatementFile>;
