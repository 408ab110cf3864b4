import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useBooks, useSettled } from '#console/domain/bank/settled.ts';
import { isCollectedAgain } from '#console/domain/collections/unpaid/since.ts';
import { DateField } from '#console/kit/dates/date-field.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { countText, whole } from '#console/kit/ui/sums.ts';
import { useToday } from '#console/session/today.ts';
import { addDays } from '#rules/calendar.ts';
import { weekdayText } from '#rules/day-text.ts';
import type { useComing } from './coming.ts';
import type { Exclusion } from './desk.ts';
import { paydaysAfter } from './paydays.ts';
import type { PreparedDebits, Row } from './prepared.ts';

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
      <Stack
        direction="row"
        role="group"
        aria-label="Suggested dates"
        useFlexGap
        sx={{ flexWrap: 'wrap', gap: 1, pt: { sm: 3 } }}
      >
        {paydaysAfter(today).map(({ label, date }) => (
          <Button
            key={label}
            variant="outlined"
            color={all === date ? 'primary' : 'inherit'}
            aria-pressed={all === date}
            onClick={() => setAll(date)}
          >
            {label}, {weekdayText(date)}
          </Button>
        ))}
      </Stack>
    </Stack>
  );
}

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

const listed = new Intl.ListFormat('en-ZA');
const keysOf = (rows: readonly Row[]) => new Set(rows.map((it) => it.unpaid.key));

const ExcludedNotice = ({ count, how }: { count: number; how: string }) =>
  count > 0 && (
    <Notice tone="info" role="status">
      {countText(count, ['debit was', 'debits were'])} {how} collected again and {count === 1 ? 'is' : 'are'} excluded.
      To include one, choose “Collect anyway” in its row.
    </Notice>
  );

/** What to look at before sending, with a remedy where there is one. */
export function Warnings(props: {
  prepared: PreparedDebits;
  /** Rows that are sent. */
  open: readonly Row[];
  coming: ReturnType<typeof useComing>;
}) {
  const { prepared, open, coming } = props;
  const { rows, sending, isSinceUnknown, remove, changeWhere } = prepared;
  const { round, isSending } = sending;
  const stopped = open.filter((it) => prepared.againstOf(it) !== '');
  const settledOn = useSettled();
  const { books } = useBooks();
  const unread = [
    prepared.isBankUnknown && 'debits that are still at the bank',
    prepared.isScheduleUnknown && 'debits that are scheduled already',
    books.isError && 'matched bank lines',
  ].filter((it) => it !== false);
  const settled = open.filter((it) => settledOn(it.unpaid.key) !== undefined);
  const moved = coming.apart(open);
  const early = open.filter((it) => prepared.atBankOf(it).length > 0 && it.date < prepared.suggestedOf(it));
  const earlyKeys = keysOf(early);
  const excluded = (why: Exclusion) =>
    rows.filter((it) => it.state === 'unsent' && prepared.excludedBy(it) === why).length;
  const against = excluded('against');
  const late = rows.filter((it) => round?.late.includes(it.unpaid.key));
  const isLateCertain = late.every((it) => isCollectedAgain(prepared.followedOf(it)));
  const unsent = round && !isSending ? round.total - round.sent : 0;
  return (
    <>
      {stopped.length > 0 && (
        <Advice action={`Exclude ${stopped.length === 1 ? 'it' : 'them'}`} onAct={() => remove(keysOf(stopped))}>
          {countText(stopped.length, ['of these debits is', 'of these debits are'])} collected against the advice of{' '}
          {stopped.length === 1 ? 'its row' : 'their rows'}. Another attempt may be refused or disputed.
        </Advice>
      )}
      {settled.length > 0 && (
        <Advice action={`Exclude ${settled.length === 1 ? 'it' : 'them'}`} onAct={() => remove(keysOf(settled))}>
          {countText(settled.length, ['of these debits was', 'of these debits were'])} settled by the client: a bank
          line is matched with {settled.length === 1 ? 'it' : 'them'}. Another attempt would collect twice.
        </Advice>
      )}
      {moved.size > 0 && !prepared.isReading && (
        <Advice
          action={`Move ${moved.size === 1 ? 'one' : whole(moved.size)} to the next banking day`}
          onAct={() =>
            changeWhere(
              (it) => moved.has(it.unpaid.key),
              (it) => ({ date: moved.get(it.unpaid.key) ?? it.date }),
            )
          }
        >
          {countText(moved.size, ['debit falls', 'debits fall'])} on a day with another debit of the same contract.
        </Advice>
      )}
      {early.length > 0 && (
        <Advice
          action={`Move ${early.length === 1 ? 'one' : whole(early.length)} until the bank has answered`}
          onAct={() =>
            changeWhere(
              (it) => earlyKeys.has(it.unpaid.key),
              (it) => ({ date: prepared.suggestedOf(it) }),
            )
          }
        >
          {countText(early.length, ['contract has', 'contracts have'])} another debit at the bank that may still be
          taken by then.
        </Advice>
      )}
      {round !== undefined && late.length > 0 && (
        <Notice tone="warning">
          {round.sent === 0 ? 'Nothing was sent: ' : 'The rest was not sent: '}
          {late.length === 1 ? 'a debit was' : `${whole(late.length)} debits were`} {!isLateCertain && 'probably '}
          collected again since you opened this page. Look through the list, then send what is left.
        </Notice>
      )}
      {round && round.sent > 0 && unsent > 0 && (
        <Notice tone="info">
          {whole(round.sent)} of {whole(round.total)} were sent. {unsent === 1 ? '1 was' : `${whole(unsent)} were`} not
          sent and can still go.
        </Notice>
      )}
      {isSinceUnknown && open.length > 0 && (
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
      <ExcludedNotice count={excluded('again')} how="already" />
      <ExcludedNotice count={excluded('likely')} how="probably" />
      {against > 0 && (
        <Notice tone="info" role="status">
          {countText(against, ['debit should', 'debits should'])} not be collected again and{' '}
          {against === 1 ? 'is' : 'are'} excluded: see why in {against === 1 ? 'its row' : 'their rows'}. To include
          one, choose “Collect anyway” there.
        </Notice>
      )}
    </>
  );
}
