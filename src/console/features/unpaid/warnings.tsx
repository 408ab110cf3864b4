import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useCollectingBudgets } from '#console/api/collecting-budgets.ts';
import { useBooks, useSettled } from '#console/domain/bank/settled.ts';
import { isCollectedAgain } from '#console/domain/collections/unpaid/since.ts';
import { contractIdOf, segmentOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { Segmented } from '#kit/form/segmented.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { addDays } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import type { Exclusion } from './desk.ts';
import { paydaysAfter } from './paydays.ts';
import type { PreparedDebits } from './prepared.ts';
import type { NewDebitRow } from './rows.ts';

export function DateForAll({ prepared: { all, setAll, lastDay } }: { prepared: PreparedDebits }) {
  const today = useToday();
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'start' }}>
      <Box sx={{ width: 220 }}>
        <DateField
          label="Date for all"
          autoFocus
          min={addDays(today, 1)}
          max={lastDay}
          lean="ahead"
          value={all}
          onChange={setAll}
        />
      </Box>
      <Box sx={{ pt: { sm: 3 } }}>
        <Segmented
          label="Suggested dates"
          options={paydaysAfter(today).map(({ label, date }) => [date, `${label}, ${weekdayText(date)}`] as const)}
          value={all}
          onChoose={setAll}
        />
      </Box>
    </Stack>
  );
}

const listed = new Intl.ListFormat('en-ZA');
const itOrThem = (count: number) => (count === 1 ? 'it' : 'them');

const Advice = ({ action, onAct, children }: { action: string; onAct: () => void; children: ReactNode }) => (
  <Notice
    tone="warning"
    action={
      <Button color="inherit" size="small" onClick={onAct}>
        {action}
      </Button>
    }
  >
    {children}
  </Notice>
);

/** `1 client would be debited twice on 30 Nov 2026.`, with the way out. */
function Twice({ moved, prepared }: { moved: ReadonlyMap<NewDebitRow, string>; prepared: PreparedDebits }) {
  const rows = [...moved.keys()];
  const clients = new Set(rows.map(({ unpaid }) => unpaid.ClientNumber ?? unpaid.ContractNumber)).size;
  const [day, ...otherDays] = new Set(rows.map((it) => it.date));
  const [to, ...others] = new Set(moved.values());
  return (
    <Advice
      action={`Move ${itOrThem(rows.length)} to ${to && others.length === 0 ? dayText(to) : 'the next banking day'}`}
      onAct={() => prepared.change(rows, (row) => ({ date: moved.get(row) ?? row.date }))}
    >
      {countText(clients, ['client', 'clients'])} would be debited {rows.length > clients ? 'more than once' : 'twice'}{' '}
      on {day && otherDays.length === 0 ? dayText(day) : 'the same day'}.
    </Advice>
  );
}

/** What the merchant's limits will refuse, or hold for a second person. */
function Limits({ prepared, open }: { prepared: PreparedDebits; open: readonly NewDebitRow[] }) {
  const named = new Map(
    open.flatMap(({ unpaid }) => {
      const contract = contractIdOf(unpaid);
      return contract ? [[segmentOf(contract), contract] as const] : [];
    }),
  );
  const { data } = useCollectingBudgets([...named.values()], 1);
  const budgets = new Map([...named.keys()].map((key, at) => [key, data?.Budgets[at]] as const));
  const budgetOf = ({ unpaid }: NewDebitRow) => budgets.get(segmentOfRecord(unpaid)) ?? undefined;
  const used = open.filter((it) => budgetOf(it)?.Left === 0);
  const stopped = open.filter((it) => data?.Limits.StopReasons === true && budgetOf(it)?.Stop != null);
  return (
    <>
      {used.length > 0 && (
        <Advice action={`Exclude ${itOrThem(used.length)}`} onAct={() => prepared.remove(used)}>
          {countText(used.length, ['of these debits has', 'of these debits have'])} no attempt left: the merchant allows{' '}
          {countText(data?.Limits.Attempts ?? 0, ['attempt', 'attempts'])} for each missed debit. Another one is
          refused.
        </Advice>
      )}
      {stopped.length > 0 && (
        <Notice tone="info" role="note">
          {countText(stopped.length, ['of these debits waits', 'of these debits wait'])} for a second person, because of
          the reason of an earlier one.
        </Notice>
      )}
    </>
  );
}

/** What to look at before sending, with a remedy where there is one. */
export function Warnings({
  prepared,
  open,
}: {
  prepared: PreparedDebits;
  /** Rows that are sent. */ open: readonly NewDebitRow[];
}) {
  const { rows, round, isSending, remove } = prepared;
  const settledOn = useSettled();
  const { books } = useBooks();
  const unread = [
    prepared.isBankUnknown && 'debits that are still at the bank',
    prepared.isScheduleUnknown && 'debits that are scheduled already',
    books.isError && 'matched bank lines',
  ].filter((it) => it !== false);
  const insisted = open.filter((it) => it.unpaid.against !== '');
  const settled = open.filter((it) => settledOn(it.unpaid.key) !== undefined);
  const moved = prepared.apart(open);
  const early = open.filter((it) => prepared.atBankOf(it).length > 0 && it.date < prepared.suggestedOf(it));
  const excluded = (why: Exclusion) =>
    rows.filter((it) => it.state === 'unsent' && prepared.excludedBy(it) === why).length;
  const late = rows.filter((it) => round?.late.includes(it));
  const isLateCertain = late.every((it) => isCollectedAgain(prepared.followedOf(it)));
  const sent = round?.results.items.length ?? 0;
  const unsent = round && !isSending ? round.rows.length - sent : 0;
  const exclusions = [
    [excluded('again'), ['debit was', 'debits were'], 'already collected again'],
    [excluded('likely'), ['debit was', 'debits were'], 'probably collected again'],
    [excluded('against'), ['debit should', 'debits should'], 'not be collected again'],
  ] as const;
  return (
    <>
      {insisted.length > 0 && (
        <Advice action={`Exclude ${itOrThem(insisted.length)}`} onAct={() => remove(insisted)}>
          {countText(insisted.length, ['of these debits is', 'of these debits are'])} collected against the advice of{' '}
          {insisted.length === 1 ? 'its row' : 'their rows'}. Another attempt may be refused or disputed.
        </Advice>
      )}
      <Limits prepared={prepared} open={open} />
      {settled.length > 0 && (
        <Advice action={`Exclude ${itOrThem(settled.length)}`} onAct={() => remove(settled)}>
          {countText(settled.length, ['of these debits was', 'of these debits were'])} settled by the client: a bank
          line is matched with {itOrThem(settled.length)}. Another attempt would collect twice.
        </Advice>
      )}
      {moved.size > 0 && !prepared.isReading && <Twice moved={moved} prepared={prepared} />}
      {early.length > 0 && (
        <Advice
          action={`Move ${early.length === 1 ? 'one' : formatCount(early.length)} until the bank has answered`}
          onAct={() => prepared.change(early, (it) => ({ date: prepared.suggestedOf(it) }))}
        >
          {countText(early.length, ['contract has', 'contracts have'])} another debit at the bank that may still be
          taken by then.
        </Advice>
      )}
      {late.length > 0 && (
        <Notice tone="warning">
          {sent === 0 ? 'Nothing was sent: ' : 'The rest was not sent: '}
          {late.length === 1 ? 'a debit was' : `${formatCount(late.length)} debits were`}{' '}
          {!isLateCertain && 'probably '}
          collected again since you opened this page. Look through the list, then send what is left.
        </Notice>
      )}
      {round && sent > 0 && unsent > 0 && (
        <Notice tone="info">
          {formatCount(sent)} of {formatCount(round.rows.length)} were sent.{' '}
          {unsent === 1 ? '1 was' : `${formatCount(unsent)} were`} not sent and can still go.
        </Notice>
      )}
      {prepared.isSinceUnknown && open.length > 0 && (
        <Notice tone="warning">
          We don’t know whether these debits were collected again, because the reports of changes couldn’t be loaded.
          Check the contracts first.
        </Notice>
      )}
      {unread.length > 0 && open.length > 0 && (
        <Notice tone="warning">
          We couldn’t load {listed.format(unread)}, so we can’t say whether a debit would be collected twice. Check the
          contracts first.
        </Notice>
      )}
      {exclusions.map(
        ([count, nouns, how]) =>
          count > 0 && (
            <Notice key={how} tone="info" role="status">
              {countText(count, nouns)} {how} and {count === 1 ? 'is' : 'are'} excluded. To include one, choose “Collect
              anyway” in its row.
            </Notice>
          ),
      )}
    </>
  );
}
