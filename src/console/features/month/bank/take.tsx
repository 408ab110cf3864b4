import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import {
  newBook,
  withStatement,
  type AccountBook,
  type KeptBook,
  type LineTwin,
  type TwinAnswer,
} from '#console/domain/bank/book.ts';
import { PlainInput, PlainSelect } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { countText } from '#kit/ui/sums.ts';
import { dayText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import type { StatementsFound } from '#sheet-engine/statement/session.ts';
import { leftOutWords, type LeftOutLines, type BankStatement } from '#sheet-engine/statement/statement.ts';

export type Taken = Extract<StatementsFound, { statements: BankStatement[] }>;

/** The account of the same ending, by its ID; '' for a new one. */
function suggestedAccount({ ending }: BankStatement, books: readonly KeptBook[]): string {
  const [only, ...others] = books.filter(({ book: { account } }) => ending !== '' && account.ending === ending);
  return only && others.length === 0 ? only.book.account.id : '';
}

const suggestedName = ({ ending }: BankStatement, bank: string): string =>
  [bank, ending && `•••• ${ending}`].filter(Boolean).join(' ') || 'Bank account';

/** How many of a kind are listed; the lines themselves come next, all of them. */
const [shownLines, shownLeftOut, shownTwins] = [5, 5, 5];

const wordsOf = ({ text, reference }: { text: string; reference: string }): string =>
  [text, reference].filter(Boolean).join(' · ');

function leftOutTexts(leftOut: readonly LeftOutLines[]): string[] {
  return (Object.keys(leftOutWords) as LeftOutLines['why'][]).flatMap((why) => {
    const rows = leftOut.filter((it) => it.why === why).map(({ row }) => row);
    const named = rows.slice(0, shownLeftOut).join(', ') + (rows.length > shownLeftOut ? ', …' : '');
    return rows.length > 0 ? [`${countText(rows.length, leftOutWords[why])} (${named})`] : [];
  });
}

/** The first lines as they were read, and the sums: a wrong sign, day or column shows here before anything is kept. */
function FirstLines({ lines }: Pick<BankStatement, 'lines'>) {
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
        {lines.slice(0, shownLines).map((line, at) => (
          <tr key={at}>
            <td>{dayText(line.date)}</td>
            <td>{wordsOf(line)}</td>
            <td data-number="">{formatCents(line.cents)}</td>
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

function Summary({ statement }: { statement: BankStatement }) {
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
          ? `✓ Opening to closing balance: ${formatCents(opening)} → ${formatCents(closing)}.`
          : `The file has no ${opening === undefined && closing === undefined ? 'opening and closing' : opening === undefined ? 'opening' : 'closing'} balance, so missing lines would not be noticed.`}
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

interface Plan {
  changed: Map<string, { book: AccountBook; before: KeptBook | undefined }>;
  added: number;
  twins: LineTwin[];
  problem: string;
}

const remembering = (book: AccountBook, { mapping }: Taken): AccountBook =>
  mapping && JSON.stringify(mapping) !== JSON.stringify(book.account.mapping)
    ? { ...book, account: { ...book.account, mapping } }
    : book;

/** Where the lines of each statement go, or why they can't be taken. */
function planned(
  found: Taken,
  ids: readonly string[],
  accounts: readonly string[],
  books: readonly KeptBook[],
  answer: TwinAnswer | undefined,
): Plan {
  const plan: Plan = { changed: new Map(), added: 0, twins: [], problem: '' };
  for (const [at, statement] of found.statements.entries()) {
    const id = accounts[at] || (ids[at] ?? '');
    const before = books.find((it) => it.book.account.id === id);
    const book = plan.changed.get(id)?.book ?? before?.book ?? newBook({ id, name: '', ending: statement.ending });
    const taken = withStatement(remembering(book, found), statement, ids[at] ?? '', answer);
    if ('refused' in taken) return { ...plan, twins: [], problem: taken.refused };
    plan.added += taken.added;
    plan.twins = [...plan.twins, ...taken.twins];
    plan.changed.set(id, { book: taken.book, before });
  }
  return plan;
}

/** @param names of the accounts, which are saved one by one @param saved how many are */
function unsavedText(names: readonly string[], saved: number): string {
  if (saved === 0) return 'It was not saved. Close this and try again.';
  return (
    `Saved: ${names.slice(0, saved).join(', ')}. Not saved: ${names.slice(saved).join(', ')}. ` +
    'Close this and try again: what is here already is left out.'
  );
}

const twinAnswers: Record<TwinAnswer, string> = {
  same: 'The same: leave out what is here already',
  others: 'Others: take them as well',
};

/** What was read, and the account it belongs to. Nothing is kept before the person takes it. */
export function TakeStatement({ found, books, onOtherColumns, keep, onTaken }: Props) {
  const { statements, mapping, format } = found;
  const bank = mapping?.bank ?? '';
  const [accounts, setAccounts] = useState(() => statements.map((it) => suggestedAccount(it, books)));
  const [names, setNames] = useState(() => statements.map((it) => suggestedName(it, bank)));
  const [ids] = useState<readonly string[]>(() => statements.map(() => crypto.randomUUID()));
  const [answer, setAnswer] = useState<TwinAnswer>();
  const [unsaved, setUnsaved] = useState('');
  const [isSaving, setSaving] = useState(false);
  const { changed, added, twins, problem } = useMemo(
    () => planned(found, ids, accounts, books, answer),
    [found, ids, accounts, books, answer],
  );
  const isReady = !problem && (twins.length === 0 || answer !== undefined);
  const count = statements.reduce((sum, it) => sum + it.lines.length, 0);

  const take = async () => {
    setSaving(true);
    setUnsaved('');
    const left = [...changed].flatMap(([id, { book, before }]) => {
      const named = before ? book : { ...book, account: { ...book.account, name: names[ids.indexOf(id)] ?? '' } };
      return named === before?.book ? [] : [{ book: named, before }];
    });
    const leftNames = left.map(({ book }) => book.account.name);
    for (const [index, { book, before }] of left.entries()) {
      if (!(await keep(book, before))) {
        setUnsaved(unsavedText(leftNames, index));
        setSaving(false);
        return;
      }
      // It is no new account any more.
      setAccounts((all) => all.map((it, at) => (ids[at] === book.account.id ? book.account.id : it)));
    }
    onTaken([...changed.keys()][0] ?? '');
  };
  return (
    <Stack spacing={2}>
      {statements.map((statement, at) => (
        <Stack key={`${statement.ending} ${statement.from} ${at}`} spacing={1}>
          <Summary statement={statement} />
          <Stack direction={{ xs: 'column', sm: 'row' }} useFlexGap sx={{ gap: 1.5, '& > *': { flex: 1 } }}>
            <PlainSelect
              label="Account"
              value={accounts[at]}
              onChange={({ target }) => {
                setAnswer(undefined);
                setAccounts(accounts.with(at, target.value));
              }}
            >
              <option value="">New account</option>
              {books.map(({ book: { account } }) => (
                <option key={account.id} value={account.id}>
                  {account.name}
                </option>
              ))}
            </PlainSelect>
            {accounts[at] === '' && (
              <PlainInput
                label="Name of the account"
                maxLength={60}
                value={names[at]}
                onChange={({ target }) => setNames(names.with(at, target.value))}
              />
            )}
          </Stack>
        </Stack>
      ))}
      {twins.length > 0 && (
        <Notice
          tone="warning"
          role="status"
          title={`${countText(twins.length, ['line', 'lines'])} may be here already`}
        >
          <Box component="ul" sx={{ my: 1, pl: 2.5 }}>
            {twins.slice(0, shownTwins).map(({ line, kept }, at) => (
              <li key={at}>
                {dayText(line.date)}, {formatCents(line.cents)}: “{wordsOf(line)}” in this file, “{wordsOf(kept)}” in
                the account
              </li>
            ))}
          </Box>
          {twins.length > shownTwins && `and ${countText(twins.length - shownTwins, ['other', 'others'])}`}
          <PlainSelect
            label="Are they the same?"
            value={answer ?? ''}
            onChange={({ target }) => setAnswer(target.value as TwinAnswer)}
          >
            {!answer && <option value="">Choose…</option>}
            {Object.entries(twinAnswers).map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </PlainSelect>
        </Notice>
      )}
      <Muted>
        Read as {format === 'table' ? bank || 'a table' : format}. We keep the lines (account numbers masked), not the
        file.
      </Muted>
      {(problem || unsaved) && <Notice tone="error">{problem || unsaved}</Notice>}
      {isReady && added < count && (
        <Notice tone="info" role="status">
          {added === 0
            ? 'All lines of this file are here already.'
            : `${countText(count - added, ['line is', 'lines are'])} here already and left out.`}
        </Notice>
      )}
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        {onOtherColumns && <Button onClick={onOtherColumns}>Other columns</Button>}
        <Button variant="contained" autoFocus disabled={!isReady} loading={isSaving} onClick={() => void take()}>
          {isReady && added === 0 ? 'Done' : `Take ${countText(isReady ? added : count, ['line', 'lines'])}`}
        </Button>
      </Stack>
    </Stack>
  );
}
