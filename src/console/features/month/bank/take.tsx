import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { newBook, withStatement, type AccountBook, type KeptBook } from '#console/domain/bank/book.ts';
import { isKeptByService } from '#console/domain/bank/store.ts';
import type { StatementsFound } from '#console/import-engine/statement/session.ts';
import { leftOutWords, type LeftOut, type Statement } from '#console/import-engine/statement/statement.ts';
import { PlainInput, PlainSelect } from '#console/kit/form/plain-field.tsx';
import { Muted } from '#console/kit/ui/muted.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { TableFrame } from '#console/kit/ui/plain-table.tsx';
import { countText, whole } from '#console/kit/ui/sums.ts';
import { dayText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';

export type Taken = Extract<StatementsFound, { statements: Statement[] }>;

/** Where a statement goes: an account by its ID, or a new one with a name. */
interface Target {
  account: string;
  name: string;
}

const suggestedTarget = ({ ending }: Statement, bank: string, books: readonly KeptBook[]): Target => {
  const same = books.filter(({ book: { account } }) => ending !== '' && account.ending === ending);
  const [only] = same;
  return {
    account: same.length === 1 && only ? only.book.account.id : '',
    name: [bank, ending && `•••• ${ending}`].filter(Boolean).join(' ') || 'Bank account',
  };
};

/** How many of a kind are listed; the lines themselves come next, all of them. */
const [shownLines, shownLeftOut] = [5, 5];

function leftOutTexts(leftOut: readonly LeftOut[]): string[] {
  return (Object.keys(leftOutWords) as LeftOut['why'][]).flatMap((why) => {
    const rows = leftOut.filter((it) => it.why === why).map(({ row }) => row);
    const named = rows.slice(0, shownLeftOut).join(', ') + (rows.length > shownLeftOut ? ', …' : '');
    return rows.length > 0 ? [`${countText(rows.length, leftOutWords[why])} (${named})`] : [];
  });
}

/** The first lines as they were read, and the sums: a wrong sign, day or column shows here before anything is kept. */
function FirstLines({ lines }: Pick<Statement, 'lines'>) {
  const sides = [
    ['In', lines.filter(({ cents }) => cents > 0)],
    ['Out', lines.filter(({ cents }) => cents < 0)],
  ] as const;
  return (
    <TableFrame label="First lines as they were read" maxHeight={240}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Text</th>
          <th scope="col" data-number="">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, shownLines).map(({ date, text, reference, cents }, at) => (
          <tr key={at}>
            <td>{dayText(date)}</td>
            <td>{[text, reference].filter(Boolean).join(' · ')}</td>
            <td data-number="">{formatCents(cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sides.map(([side, of]) => (
          <tr key={side}>
            <th scope="row" colSpan={2}>
              {side}: {countText(of.length, ['line', 'lines'])}
            </th>
            <td data-number="">{formatCents(of.reduce((sum, { cents }) => sum + cents, 0))}</td>
          </tr>
        ))}
      </tfoot>
    </TableFrame>
  );
}

function Summary({ statement }: { statement: Statement }) {
  const { ending, from, to, lines, opening, closing, leftOut, notes } = statement;
  const left = leftOutTexts(leftOut);
  return (
    <>
      <Typography sx={{ fontWeight: 500 }}>
        {ending && `Account •••• ${ending}: `}
        {countText(lines.length, ['line', 'lines'])} from {dayText(from)} to {dayText(to)}
      </Typography>
      <Muted>
        {opening !== undefined && closing !== undefined
          ? `✓ ${formatCents(opening)} and the lines make ${formatCents(closing)}.`
          : 'The file has no opening and closing balance, so missing lines would not be noticed.'}
        {left.length > 0 && ` Not taken: ${left.join(' and ')}.`}
        {notes.map((note) => ` ${note}`)}
      </Muted>
      <FirstLines lines={lines} />
    </>
  );
}

interface Props {
  found: Taken;
  books: readonly KeptBook[];
  /** The account's own column order may be wrong: another can be chosen for a table. */
  onOtherColumns?: () => void;
  keep(book: AccountBook, before?: KeptBook): Promise<boolean>;
  onTaken(account: string): void;
}

/** What was read, and the account it belongs to. Nothing is kept before the person takes it. */
export function Take({ found, books, onOtherColumns, keep, onTaken }: Props) {
  const { statements, mapping, format } = found;
  const bank = mapping?.bank ?? '';
  const [targets, setTargets] = useState(() => statements.map((it) => suggestedTarget(it, bank, books)));
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const count = statements.reduce((sum, it) => sum + it.lines.length, 0);
  const change = (at: number, values: Partial<Target>) =>
    setTargets((now) => now.map((it, index) => (index === at ? { ...it, ...values } : it)));

  const take = async () => {
    setSaving(true);
    setProblem('');
    let first = '';
    const changed = new Map<string, { book: AccountBook; before?: KeptBook | undefined }>();
    for (const [at, statement] of statements.entries()) {
      const { account, name } = targets[at] ?? { account: '', name: '' };
      const before = books.find((it) => it.book.account.id === account);
      const id = account || crypto.randomUUID();
      const book = changed.get(id)?.book ?? before?.book ?? newBook({ id, name, ending: statement.ending });
      const withMapping = mapping ? { ...book, account: { ...book.account, mapping } } : book;
      const added = withStatement(withMapping, statement, crypto.randomUUID());
      if ('refused' in added) {
        setProblem(added.refused);
        setSaving(false);
        return;
      }
      changed.set(id, { book: added.book, before });
      first ||= id;
    }
    for (const { book, before } of changed.values())
      if (!(await keep(book, before))) {
        setProblem('It was not saved. Close this and try again.');
        setSaving(false);
        return;
      }
    onTaken(first);
  };
  return (
    <Stack spacing={2}>
      {statements.map((statement, at) => (
        <Stack key={`${statement.ending} ${statement.from} ${at}`} spacing={1}>
          <Summary statement={statement} />
          <Stack direction={{ xs: 'column', sm: 'row' }} useFlexGap sx={{ gap: 1.5, '& > *': { flex: 1 } }}>
            <PlainSelect
              label="Account"
              value={targets[at]?.account}
              onChange={({ target }) => change(at, { account: target.value })}
            >
              <option value="">New account</option>
              {books.map(({ book: { account } }) => (
                <option key={account.id} value={account.id}>
                  {account.name}
                </option>
              ))}
            </PlainSelect>
            {targets[at]?.account === '' && (
              <PlainInput
                label="Name of the account"
                maxLength={60}
                value={targets[at].name}
                onChange={({ target }) => change(at, { name: target.value })}
              />
            )}
          </Stack>
        </Stack>
      ))}
      <Muted>
        Read as {format === 'table' ? bank || 'a table' : format}. Only the lines are kept,{' '}
        {isKeptByService() ? 'for everybody of this merchant' : 'in this browser and not on the server'}, with long
        numbers masked. The file is not.
      </Muted>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        {onOtherColumns && <Button onClick={onOtherColumns}>Other columns</Button>}
        <Button variant="contained" autoFocus loading={isSaving} onClick={() => void take()}>
          Take {whole(count)} {count === 1 ? 'line' : 'lines'}
        </Button>
      </Stack>
    </Stack>
  );
}
