import { Modal } from '#kit/ui/modal.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { StatementColumns } from './columns.tsx';
import { TakeStatement } from './take.tsx';
import type { MonthBank } from './use-bank.ts';
import type { StatementFile } from './use-statement-file.ts';

/** What a file has, and the accounts that its lines go to. It stays open while the page gets its first account. */
export function AddStatementDialog({
  file: { step, map, showColumns, close },
  bank: { books = [], keep, setAccount },
  onTaken,
}: {
  file: StatementFile;
  bank: MonthBank;
  onTaken(): void;
}) {
  return (
    step && (
      <Modal
        title={step.is === 'columns' ? 'Columns of the statement' : 'Bank statement'}
        size={step.is === 'columns' ? 'l' : 'm'}
        staysOnClickOutside
        onClose={close}
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
            onOtherColumns={showColumns}
            onTaken={(account) => {
              close();
              setAccount(account);
              onTaken();
            }}
          />
        )}
      </Modal>
    )
  );
}
