import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { statementGaps, toleranceOf, type StatementGap } from '#console/domain/bank/book.ts';
import { Card } from '#console/domain/card.tsx';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { countText } from '#kit/ui/sums.ts';
import { dayText, monthText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import { limitedDifference } from '#sheet-engine/matching/retention.ts';
import type { Month } from '../use-month.ts';
import { AccountSettings } from './account.tsx';
import { AddStatementDialog } from './add-statement-dialog.tsx';
import { AddStatement } from './add-statement.tsx';
import { OpenLines } from './open-lines.tsx';
import type { MonthBank as BankState } from './use-bank.ts';
import type { StatementFile } from './use-statement-file.ts';

const gapText = ({ from, to, cents }: StatementGap): string => {
  const days = from === to ? `on ${dayText(from)}` : `from ${dayText(from)} to ${dayText(to)}`;
  return cents === undefined
    ? `No statement ${days}.`
    : `Lines are missing ${days}: the balance changed by ${formatCents(cents)}.`;
};

/** The account whose lines are matched, and its next statement; nothing without an account. */
export function BankActions({ bank, file, month }: { bank: BankState; file: StatementFile; month: string }) {
  const { books = [], kept, setAccount, keep } = bank;
  const [isSetting, setSetting] = useState(false);
  if (!kept) return null;
  return (
    <>
      {books.length > 1 ? (
        <Box sx={{ minWidth: 200 }}>
          <ChoiceFilter
            label="Account"
            isBare
            isAlways
            value={kept.book.account.id}
            options={books.map(({ book: { account } }) => ({ code: account.id, label: account.name }))}
            onChange={setAccount}
          />
        </Box>
      ) : (
        <b>{kept.book.account.name}</b>
      )}
      <Button onClick={() => setSetting(true)}>Account settings</Button>
      <AddStatement file={file} month={month} isMain={false} />
      {isSetting && <AccountSettings kept={kept} keep={keep} onClose={() => setSetting(false)} />}
    </>
  );
}

/** The month's bank lines: statements are added, lines matched, and each match says what it is. */
export function BankLines({
  bank,
  file,
  month: { days, month },
  taken,
  onTaken,
  onContinue,
}: {
  bank: BankState;
  file: StatementFile;
  month: Month;
  /** Statements taken on this page: after each the keyboard goes on in its lines. */
  taken: number;
  onTaken(): void;
  onContinue(): void;
}) {
  const { kept, lines, state, failure, isLoading, error, refetch } = bank;
  const own = new Set(lines.map((it) => it.id));
  const mostRetained = kept ? toleranceOf(kept.book.account).retention : 0;
  const used = (state?.matches ?? [])
    .filter((it) => own.has(it.line))
    .reduce((sum, it) => sum + limitedDifference(it, mostRetained), 0);
  const gaps = statementGaps(kept?.book.statements ?? []).filter((it) => it.to >= days.from && it.from <= days.to);
  const broken = state?.broken.filter((it) => own.has(it.line)) ?? [];
  const name = monthText(month);

  const content = () => {
    if (error) return <ErrorState error={error} retry={() => void refetch()} />;
    if (bank.books && !kept)
      return (
        <Card title="Bank">
          <EmptyState title="No statement yet" action={<AddStatement file={file} month={month} isMain />}>
            Add a statement of the account that your provider pays into: OFX, camt.053, MT940, or the CSV or Excel file
            of your bank. It is read in this browser, and nothing is matched before you confirm it.
          </EmptyState>
        </Card>
      );
    if (isLoading) return <Skeletons rows={10} />;
    if (lines.length === 0)
      return <EmptyState title={`No lines in ${name}`}>Add the account’s statement of this month.</EmptyState>;
    // The failure is said above.
    if (!state) return null;
    return (
      <OpenLines
        key={kept?.book.account.id}
        bank={bank}
        state={state}
        used={used}
        taken={taken}
        onContinue={onContinue}
      />
    );
  };
  return (
    <>
      {!bank.mayMatch && <Muted>You don’t have permission to match bank lines.</Muted>}
      {failure && (
        <Notice tone="error" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      {gaps.length > 0 && <Notice tone="warning">{gaps.map(gapText).join(' ')}</Notice>}
      {broken.length > 0 && (
        <Notice tone="warning">
          {countText(broken.length, ['match is open again', 'matches are open again'])}: their debits have changed since
          they were confirmed.
        </Notice>
      )}
      {content()}
      <AddStatementDialog file={file} bank={bank} onTaken={onTaken} />
    </>
  );
}
