import Button from '@mui/material/Button';
import { useState } from 'react';
import { WorkerFault } from '#kit/base/worker-calls.ts';
import { FileButton } from '#kit/ui/file-button.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import type { SuggestedMapping } from '#sheet-engine/statement/mapping.ts';
import type { UnmappedTable } from '#sheet-engine/statement/read.ts';
import type { StatementsFound } from '#sheet-engine/statement/session.ts';
import { StatementColumns } from './columns.tsx';
import { useSampleStatement } from './sample.ts';
import { TakeStatement, type Taken } from './take.tsx';
import type { MonthBank } from './use-bank.ts';

type Step =
  | { is: 'columns'; table: UnmappedTable; problem: string }
  | { is: 'take'; found: Taken }
  | { is: 'refused'; problem: string };

const problemOf = (error: unknown): string =>
  error instanceof WorkerFault ? error.message : 'The file could not be read.';

/** From a file to lines of an account. The file is read in this browser and not sent. */
export function AddStatement({
  bank,
  month,
  isMain,
  onTaken,
}: {
  bank: MonthBank;
  month: string;
  isMain: boolean;
  onTaken(): void;
}) {
  const { worker, books = [], items = [], keep, setAccount } = bank;
  const [step, setStep] = useState<Step>();
  const [table, setTable] = useState<UnmappedTable>();
  const [isReading, setReading] = useState(false);
  const sample = useSampleStatement(month);
  const isDisabled = !worker || !bank.books || !bank.mayMatch;

  const show = (found: StatementsFound) => {
    if (!('unmapped' in found)) return setStep({ is: 'take', found });
    setTable(found.unmapped);
    setStep({ is: 'columns', table: found.unmapped, problem: found.unmapped.problem });
  };
  const read = async (file: File | Promise<File>) => {
    if (!worker) return;
    setReading(true);
    setTable(undefined);
    const mappings = books.flatMap(({ book }) => book.account.mapping ?? []);
    // Only long numbers are masked.
    const references = new Set(items.flatMap((it) => it.references).filter((it) => it.length > 8));
    try {
      show(await worker.statements.read(await file, mappings, [...references]));
    } catch (error) {
      setStep({ is: 'refused', problem: problemOf(error) });
    } finally {
      setReading(false);
    }
  };
  const map = async (mapping: SuggestedMapping) => {
    if (!worker || !table) return;
    try {
      show(await worker.statements.map(mapping));
      setTable({ ...table, mapping });
    } catch (error) {
      setStep({ is: 'columns', table: { ...table, mapping }, problem: problemOf(error) });
    }
  };
  return (
    <>
      <FileButton
        variant={isMain ? 'contained' : 'outlined'}
        color={isMain ? 'primary' : 'inherit'}
        startIcon={<Icon name="import" size={16} />}
        loading={isReading}
        loadingPosition="start"
        aria-busy={isReading}
        disabled={isDisabled}
        label="Bank statement"
        accept=".csv,.txt,.tsv,.xlsx,.ofx,.qfx,.xml,.sta,.940,.mt940,.c53"
        onFile={(file) => void read(file)}
      >
        {isReading ? 'Reading…' : 'Add statement'}
      </FileButton>
      {sample && isMain && (
        <Button disabled={isDisabled || isReading} onClick={() => void read(sample())}>
          Use a sample statement
        </Button>
      )}
      {step && (
        <Modal
          title={step.is === 'columns' ? 'Columns of the statement' : 'Bank statement'}
          size={step.is === 'columns' ? 'l' : 'm'}
          staysOnClickOutside
          onClose={() => setStep(undefined)}
        >
          {step.is === 'refused' && <Notice tone="error">{step.problem}</Notice>}
          {step.is === 'columns' && (
            <StatementColumns
              key={step.problem}
              table={step.table}
              problem={step.problem}
              onConfirm={(it) => void map(it)}
            />
          )}
          {step.is === 'take' && (
            <TakeStatement
              found={step.found}
              books={books}
              keep={keep}
              onOtherColumns={table && (() => setStep({ is: 'columns', table, problem: '' }))}
              onTaken={(account) => {
                setStep(undefined);
                setAccount(account);
                onTaken();
              }}
            />
          )}
        </Modal>
      )}
    </>
  );
}
