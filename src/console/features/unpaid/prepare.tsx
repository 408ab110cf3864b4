import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { grouped } from '#console/domain/collections/day-groups.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { TenantLine } from '#console/domain/write/tenant-line.tsx';
import { VerifyWrites } from '#console/domain/write/verify-write.tsx';
import { DateField } from '#console/kit/dates/date-field.tsx';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { Outcome } from '#console/kit/outcome/outcome.tsx';
import { show } from '#console/kit/ui/format.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { RunProgress } from '#console/kit/ui/run-progress.tsx';
import { countAndSumOf, countText, whole } from '#console/kit/ui/sums.ts';
import { useToday } from '#console/session/today.ts';
import { addDays, dateOf, isDate } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import type { DeskRow } from './desk.ts';
import { debitName } from './list.tsx';
import { PrepareRow } from './prepare-row.tsx';
import { PrepareTable } from './prepare-table.tsx';
import { isOpen, problemOf, usePrepared, type Row } from './prepared.ts';
import type { Round } from './send-parts.ts';

const countAndSum = (rows: readonly Row[]) =>
  countAndSumOf(
    'instalment',
    rows.map((it) => it.amount),
  );

function SendSummary({ rows }: { rows: readonly Row[] }) {
  const days = rows
    .map((it) => it.date)
    .filter(isDate)
    .toSorted();
  const [first, last = ''] = [days[0], days.at(-1)];
  return (
    <div role="status">
      <TenantLine>
        {countAndSum(rows)}
        {first && (first === last ? `, on ${weekdayText(first)}` : `, from ${dayText(first)} to ${dayText(last)}`)}.
      </TenantLine>
    </div>
  );
}

function Progress({ round, onStop }: { round: Round; onStop?: () => void }) {
  const left = round.total - round.sent;
  if (!onStop)
    return round.sent > 0 && left > 0 ? (
      <Notice tone="info">
        {whole(round.sent)} of {whole(round.total)} were sent. {left === 1 ? '1 was' : `${whole(left)} were`} not sent
        and can still go.
      </Notice>
    ) : null;
  return (
    <RunProgress
      label="Instalments sent"
      done={round.sent}
      total={round.total}
      text="sent"
      stop={left > 0 && { label: 'Stop', act: onStop }}
    />
  );
}

export function UnpaidPrepare({
  list,
  from,
  onCreated,
  onMessage,
  onBack,
}: {
  list: readonly DeskRow[];
  /** First day of the listed period. */
  from: string;
  /** Called with the keys of debits whose new instalment was saved. */
  onCreated: (keys: string[]) => void;
  onMessage: (list: readonly DeskRow[]) => void;
  onBack: () => void;
}) {
  const today = useToday();
  const [all, setAll] = useState('');
  const prepared = usePrepared(list, { from, today }, onCreated);
  const { rows, lastDay, before, sending } = prepared;
  const { write, round, isSending } = sending;
  const groups = useMemo(() => new Map(list.map((it) => [it.key, it.group])), [list]);
  const nameOf = useClientNames();
  const phraseOf = useContractPhrases();
  const clientOf = ({ unpaid }: Row) => nameOf(unpaid.ClientNumber) ?? unpaid.ClientNumber ?? '';
  const editable = rows.filter(isOpen);
  const open = editable.filter((it) => !prepared.isExcluded(it));
  const leftOut = editable.length - open.length;
  const problems = new Map(open.map((it) => [it.unpaid.key, problemOf(it, today, lastDay)]));
  const wrong = [...problems.values()].filter(Boolean).length;
  const unknown = rows.some((it) => it.state === 'unknown');
  const doubtful = editable.filter((it) => groups.get(it.unpaid.key) === 'stop');

  const coming = useMemo(() => before && grouped(before, (it) => it.ContractSequence ?? null), [before]);
  const own = useMemo(() => grouped(rows, (it) => `${it.unpaid.ContractSequence} ${it.date}`), [rows]);
  const comingOf = ({ unpaid, date }: Row): string => {
    const theirs = coming?.get(unpaid.ContractSequence ?? null) ?? [];
    const twins = own.get(`${unpaid.ContractSequence} ${date}`)?.length ?? 0;
    const isTwice = theirs.some((it) => dateOf(it.InstalmentActionDate ?? '') === date) || (date && twins > 1);
    const next = theirs.toSorted((one, other) =>
      (one.InstalmentActionDate ?? '').localeCompare(other.InstalmentActionDate ?? ''),
    )[0];
    const text = next
      ? `${dayText(next.InstalmentActionDate ?? '')}, ${show('InstalmentAmount', next.InstalmentAmount)}`
      : before && 'Nothing';
    return [text, isTwice && 'same day: collected twice'].filter(Boolean).join(' · ');
  };

  return (
    <Stack spacing={2} component="section" aria-label="New instalments">
      <Typography color="textSecondary" sx={{ maxWidth: '72ch' }}>
        One new instalment for each debit, for the same amount. What is already scheduled stays as it is.
      </Typography>
      <VerifyWrites write={write} which="others" />
      {editable.length > 0 && (
        <Box sx={{ maxWidth: 260 }}>
          <DateField
            label="Date for all"
            autoFocus
            min={addDays(today, 1)}
            max={lastDay}
            lean="ahead"
            value={all}
            onChange={(date) => {
              setAll(date);
              prepared.changeAll({ date });
            }}
          />
        </Box>
      )}
      {doubtful.length > 0 && (
        <Notice
          tone="warning"
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() => prepared.remove(new Set(doubtful.map((it) => it.unpaid.key)))}
            >
              Exclude {doubtful.length === 1 ? 'it' : 'them'}
            </Button>
          }
        >
          {doubtful.length === 1 ? '1 of these debits was' : `${whole(doubtful.length)} of these debits were`} stopped
          by the client or the bank. Another attempt may be disputed.
        </Notice>
      )}
      <PrepareTable rows={rows}>
        {(row) => {
          const { key } = row.unpaid;
          return (
            <PrepareRow
              row={row}
              name={debitName({ ...row.unpaid, client: clientOf(row) })}
              client={clientOf(row)}
              coming={prepared.isReading ? 'Looking…' : comingOf(row)}
              problem={problems.get(key)}
              since={prepared.since?.get(key) ?? ''}
              onChange={(fields) => prepared.change(key, fields)}
              onRemove={() => prepared.remove(new Set([key]))}
            />
          );
        }}
      </PrepareTable>
      {round && <Progress round={round} onStop={isSending ? sending.stop : undefined} />}
      {round && round.items.length > 0 && !isSending && (
        <Outcome
          operation="instalmentCreate"
          sent={round.items}
          result={{ results: round.results, api: write.data?.api }}
          error={round.error}
          isOfMany
          nameOf={phraseOf}
        />
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          prepared.sendAgain();
        }}
      >
        <VerifyWrites write={write} which="own" label="Check which are there" onCheck={prepared.check} />
      </form>
      {round !== undefined && round.late > 0 && (
        <Notice tone="warning">
          {round.sent === 0 ? 'Nothing was sent: ' : 'The rest was not sent: '}
          {round.late === 1 ? 'a debit was' : `${whole(round.late)} debits were`} collected again since you opened this
          page. Look through the list, then send what is left.
        </Notice>
      )}
      {prepared.isSinceUnknown && editable.length > 0 && (
        <Notice tone="warning">
          It is not known whether these debits were collected again, because the reports of changes could not be loaded.
          Look at the contracts first.
        </Notice>
      )}
      {leftOut > 0 && (
        <Typography color="textSecondary">
          {leftOut === 1 ? '1 debit was' : `${whole(leftOut)} debits were`} collected again and{' '}
          {leftOut === 1 ? 'is' : 'are'} not sent, unless you choose “Collect again anyway” in the row.
        </Typography>
      )}
      {open.length > 0 && !isSending && <SendSummary rows={open} />}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        {(open.length > 0 || isSending) && (
          <ActionButton
            operation="instalmentCreate"
            variant="contained"
            loading={isSending}
            disabled={wrong > 0 || unknown || prepared.isReading}
            onClick={prepared.send}
          >
            Create {countText(open.length, ['instalment', 'instalments'])}
          </ActionButton>
        )}
        <Button disabled={isSending} onClick={onBack}>
          Back to unpaid
        </Button>
        {editable.length === 0 && !isSending && (
          <ActionButton operation="templateSend" onClick={() => onMessage(list)}>
            Message these clients
          </ActionButton>
        )}
        {wrong > 0 && (
          <Typography variant="body2" color="textSecondary">
            {wrong === 1 ? '1 row needs' : `${whole(wrong)} rows need`} a date after today and an amount.
          </Typography>
        )}
      </Stack>
    </Stack>
  );
}
