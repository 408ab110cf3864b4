import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { toleranceOf, withoutStatement, type AccountBook, type KeptBook } from '#console/domain/bank/book.ts';
import { FormMessage } from '#kit/form/form-message.tsx';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { dayText } from '#rules/day-text.ts';
import { centsOf, formatCents, fromCents, parseAmount } from '#rules/money.ts';
import { rememberedText, shareText } from './texts.ts';

const amountText = (cents: number) => formatCents(cents).replace('R\u00a0', '');

const centsTyped = (text: string): number | undefined => {
  const cents = centsOf(parseAmount(text));
  return cents !== undefined && cents >= 0 ? cents : undefined;
};

/** Hundredths of a per cent. */
const shareTyped = (text: string): number | undefined => {
  const share = centsTyped(text);
  return share !== undefined && share <= 10_000 ? share : undefined;
};

/** Name, tolerances, remembered rules and statements of an account. */
export function AccountSettings(props: {
  kept: KeptBook;
  keep(book: AccountBook | null, before: KeptBook): Promise<boolean>;
  onClose(): void;
}) {
  const { kept, keep, onClose } = props;
  const { account, statements, matches, lines } = kept.book;
  const [name, setName] = useState(account.name);
  const [line, setLine] = useState(amountText(account.tolerance.line));
  const [month, setMonth] = useState(amountText(account.tolerance.month));
  const [retention, setRetention] = useState(shareText(toleranceOf(account).retention).replace('\u00a0%', ''));
  const [problem, setProblem] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const tolerance = { line: centsTyped(line), month: centsTyped(month), retention: shareTyped(retention) };
  const change = async (book: AccountBook | null): Promise<boolean> => {
    setProblem('');
    const isKept = await keep(book, kept);
    if (!isKept) setProblem('It was not saved. Close this and try again.');
    return isKept;
  };
  const save = async () => {
    if (tolerance.line === undefined || tolerance.month === undefined || tolerance.retention === undefined) return;
    const changed = {
      ...account,
      name: name.trim() || account.name,
      tolerance: { line: tolerance.line, month: tolerance.month, retention: tolerance.retention },
    };
    if (await change({ ...kept.book, account: changed })) onClose();
  };
  const remove = (id: string) => {
    const without = withoutStatement(kept.book, id);
    if (without) void change(without);
    else setProblem('Lines of this statement are matched. Undo their matches first.');
  };
  return (
    <Modal
      title={account.name}
      onClose={onClose}
      actions={
        <>
          <Button color="error" sx={{ mr: 'auto' }} onClick={() => setDeleting(true)}>
            Delete account
          </Button>
          <FormMessage
            wrong={Object.values(tolerance).filter((it) => it === undefined).length}
            others={problem ? [problem] : []}
          />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Stack spacing={2}>
        <PlainInput label="Name" maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
        <Stack direction="row" useFlexGap sx={{ gap: 1.5, '& > *': { flex: 1 } }}>
          <PlainInput
            label="Largest difference of a line"
            inputMode="decimal"
            value={line}
            error={tolerance.line === undefined && `Enter an amount such as ${fromCents(50_000)}`}
            onChange={({ target }) => setLine(target.value)}
          />
          <PlainInput
            label="Largest sum of differences in a month"
            inputMode="decimal"
            value={month}
            error={tolerance.month === undefined && `Enter an amount such as ${fromCents(100_000)}`}
            onChange={({ target }) => setMonth(target.value)}
          />
          <PlainInput
            label="Largest retention, in per cent"
            inputMode="decimal"
            value={retention}
            error={tolerance.retention === undefined && 'Enter a percentage such as 10'}
            onChange={({ target }) => setRetention(target.value)}
          />
        </Stack>
        {account.rules.length > 0 && (
          <PlainTable
            label="Remembered rules"
            columns={[{ label: 'Remembered', isHead: true }, { label: 'Delete rule' }]}
            rows={account.rules.map((rule) => ({
              key: `${rule.stem} ${rule.rule}`,
              cells: [
                rememberedText(rule),
                <Button
                  key="delete"
                  size="small"
                  onClick={() =>
                    void change({
                      ...kept.book,
                      account: { ...account, rules: account.rules.filter((it) => it !== rule) },
                    })
                  }
                >
                  Delete rule
                </Button>,
              ],
            }))}
          />
        )}
        <PlainTable
          label="Statements"
          columns={[{ label: 'Statement', isHead: true }, { label: 'Lines', isNumber: true }, { label: 'Remove' }]}
          rows={statements.map((it) => ({
            key: it.id,
            cells: [
              `${dayText(it.from)} to ${dayText(it.to)}`,
              formatCount(it.lines),
              <Button key="remove" size="small" onClick={() => remove(it.id)}>
                Remove
              </Button>,
            ],
          }))}
        />
        {account.mapping && (
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
            <Muted>The columns of its files are remembered.</Muted>
            <Button
              size="small"
              onClick={() => void change({ ...kept.book, account: { ...account, mapping: undefined } })}
            >
              Choose them again next time
            </Button>
          </Stack>
        )}
        {isDeleting && (
          <Notice
            tone="warning"
            action={
              <Button color="error" onClick={() => void change(null).then((isKept) => isKept && onClose())}>
                Delete
              </Button>
            }
          >
            <Typography>
              {formatCount(lines.length)} lines and {formatCount(matches.length)} matches are deleted. This can’t be
              undone.
            </Typography>
          </Notice>
        )}
      </Stack>
    </Modal>
  );
}
