import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import {
  newBook,
  withStatement,
  type AccountBook,
  type KeptBook,
  type Twin,
  type TwinAnswer,
} from '#console/domain/bank/book.ts';
import { isKeptByService } from '#console/domain/bank/store.ts';
import type { StatementsFound } from '#console/import-engine/statement/session.ts';
import { leftOutWords, type LeftOut, type Statement } from '#console/import-engine/statement/statement.ts';
import { PlainInput, PlainSelect } from '#console/kit/form/plain-field.tsx';
import { Muted } from '#console/kit/ui/muted.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { TableFrame } from '#console/kit/ui/plain-table.tsx';
import { countText } from '#console/kit/ui/sums.ts';
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
const [shownLines, shownLeftOut, shownTwins] = [5, 5, 5];

const wordsOf = ({ text, reference }: { text: string; reference: string }): string =>
  [text, reference].filter(Boolean).join(' · ');

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

/** Where the lines of each statement would be, or why they can't be taken. */
function planned(
  { statements, mapping }: Taken,
  ids: readonly string[],
  targets: readonly Target[],
  books: readonly KeptBook[],
  answer: TwinAnswer | undefined,
): Plan {
  const changed: Plan['changed'] = new Map();
  let added = 0;
  for (const [at, statement] of statements.entries()) {
    const { account, name } = targets[at] ?? { account: '', name: '' };
    const id = account || (ids[at] ?? '');
    const before = books.find((it) => it.book.account.id === account);
    const book = changed.get(id)?.book ?? before?.book ?? newBook({ id, name, ending: statement.ending });
    const withMapping = mapping ? { ...book, account: { ...book.account, mapping } } : book;
    const found = withStatement(withMapping, statement, ids[at] ?? '', answer);
    if ('refused' in found) return { changed: new Map(), added: 0, problem: found.refused, twins: [] };
    if ('twins' in found) return { changed: new Map(), added: 0, problem: '', twins: found.twins };
    added += found.added;
    changed.set(id, { book: found.book, before });
  }
  return { changed, added, problem: '', twins: [] };
}

interface Plan {
  changed: Map<string, { book: AccountBook; before: KeptBook | undefined }>;
  added: number;
  problem: string;
  twins: Twin[];
}

const twinAnswers: Record<TwinAnswer, string> = {
  same: 'The same: leave out what is here already',
  others: 'Others: take them as well',
};

/** What was read, and the account it belongs to. Nothing is kept before the person takes it. */
export function Take({ found, books, onOtherColumns, keep, onTaken }: Props) {
  const { statements, mapping, format } = found;
  const bank = mapping?.bank ?? '';
  const [targets, setTargets] = useState(() => statements.map((it) => suggestedTarget(it, bank, books)));
  const [ids] = useState(() => statements.map(() => crypto.randomUUID()));
  const [answer, setAnswer] = useState<TwinAnswer>();
  const [isLost, setLost] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const plan = useMemo(() => planned(found, ids, targets, books, undefined), [found, ids, targets, books]);
  const { changed, added, problem } = useMemo(
    () => (answer && plan.twins.length > 0 ? planned(found, ids, targets, books, answer) : plan),
    [found, ids, targets, books, plan, answer],
  );
  const isAsked = plan.twins.length > 0;
  const isReady = !problem && (!isAsked || answer !== undefined);
  const count = statements.reduce((sum, it) => sum + it.lines.length, 0);
  const change = (at: number, values: Partial<Target>) => {
    setAnswer(undefined);
    setTargets((now) => now.map((it, index) => (index === at ? { ...it, ...values } : it)));
  };

  const take = async () => {
    setSaving(true);
    setLost(false);
    for (const { book, before } of changed.values())
      if (!(await keep(book, before))) {
        setLost(true);
        setSaving(false);
        return;
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
      {isAsked && (
        <Notice
          tone="warning"
          role="status"
          title={`${countText(plan.twins.length, ['line', 'lines'])} may be here already`}
        >
          <ul>
            {plan.twins.slice(0, shownTwins).map(({ line, kept }, at) => (
              <li key={at}>
                {dayText(line.date)}, {formatCents(line.cents)}: “{wordsOf(line)}” in this file, “{wordsOf(kept)}” in
                the account
              </li>
            ))}
          </ul>
          {plan.twins.length > shownTwins && `and ${countText(plan.twins.length - shownTwins, ['other', 'others'])}`}
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
        Read as {format === 'table' ? bank || 'a table' : format}. Only the lines are kept,{' '}
        {isKeptByService() ? 'for everybody of this merchant' : 'in this browser and not on the server'}, with long
        numbers masked. The file is not.
      </Muted>
      {(problem || isLost) && <Notice tone="error">{problem || 'It was not saved. Close this and try again.'}</Notice>}
      {isReady && added < count && (
        <Notice tone="info" role="status">
          {added === 0
            ? 'All lines of this file are here already.'
            : `${countText(count - added, ['line is', 'lines are'])} here already and left out.`}
        </Notice>
      )}
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        {onOtherColumns && <Button onClick={onOtherColumns}>Other columns</Button>}
        {isReady && added === 0 ? (
          <Button variant="contained" autoFocus onClick={() => onTaken([...changed.keys()][0] ?? '')}>
            Done
          </Button>
        ) : (
          <Button variant="contained" autoFocus disabled={!isReady} loading={isSaving} onClick={() => void take()}>
            Take {countText(isReady ? added : count, ['line', 'lines'])}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
