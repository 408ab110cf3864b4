import Box from '@mui/material/Box';
import { useState } from 'react';
import { balanceOf } from '#answers/month/figures.ts';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { capital } from '#console/domain/money-item/edited-text.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Reading } from '#console/domain/reading.tsx';
import type { MonthState } from '#contract/month-end.ts';
import { monthPlus } from '#kit/dates/calendar-days.ts';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { Page } from '#kit/ui/page.tsx';
import { minuteText, monthText } from '#rules/day-text.ts';
import { BankActions, BankLines } from './bank/bank.tsx';
import { bankStep, checkedAccounts, matchedOf, openBankLines, packAccounts, readingOf } from './bank/step.ts';
import { useBank, type MonthBank } from './bank/use-bank.ts';
import { useStatementFile } from './bank/use-statement-file.ts';
import { changeSheet } from './changes.ts';
import { ClosePanel } from './close/panel.tsx';
import { openingOf, useClosings, useMonthState } from './closings.ts';
import { Complete, completeStep, incompleteText } from './complete.tsx';
import { Exceptions, exceptionsStep } from './exceptions.tsx';
import { bankMoves, bankSheets } from './pack/bank-lines.ts';
import { PackPanel } from './pack/panel.tsx';
import { usePack, type Pack } from './pack/use-pack.ts';
import { Steps, type MonthStep } from './steps.tsx';
import { Totals } from './totals.tsx';
import { useMonth, useMonthAddress } from './use-month.ts';

/** Months to choose from, the current one first. */
const offeredMonths = 36;

/** What the month begins with: the closing of the month before, if that is closed; null if that can't be read. */
function useOpening(month: string) {
  const previous = monthPlus(month, -1);
  const closings = useClosings();
  const found = openingOf(closings.data, previous);
  return {
    isLoading: closings.isLoading,
    cents: closings.error ? null : (found?.Closing ?? 0),
    note: closings.isLoading
      ? ''
      : closings.error
        ? 'could not be read'
        : found
          ? `in transit from ${monthText(previous)}`
          : `${monthText(previous)} is not closed`,
  };
}

function useSteps(
  month: ReturnType<typeof useMonth>,
  bank: MonthBank,
  pack: Pack,
  { data: state, isLoading, error }: ReturnType<typeof useMonthState>,
): MonthStep[] {
  const unread = isLoading ? 'Reading…' : error ? 'Not read' : '';
  const isClosed = state?.Closing !== undefined;
  const isSaved = isClosed || pack.saved?.manifest.Month === month.month;
  const closedText = state?.Closing ? `on ${minuteText(state.Closing.ClosedAt)}` : '';
  const changed = state?.DifferenceCount ?? 0;
  return [
    completeStep(month),
    bankStep(bank),
    exceptionsStep(month),
    { key: 'pack', title: 'Pack', isDone: isSaved, text: isSaved ? 'Saved' : unread || 'Not saved yet' },
    {
      key: 'close',
      title: 'Close',
      isDone: isClosed,
      text: isClosed
        ? [closedText, changed > 0 && `${changed} changed since`].filter(Boolean).join(', ')
        : unread || 'When both sums agree',
    },
  ];
}

/** The open month: the pack that was saved belongs to it alone. */
function Content({ name }: { name: string }) {
  const { href, product } = useTenant();
  const { products } = useConfig();
  const { today, step, go } = useMonthAddress();
  const month = useMonth(name);
  const opening = useOpening(name);
  const state = useMonthState(name);
  const pack = usePack();
  const [taken, setTaken] = useState(0);
  const onTaken = () => setTaken((now) => now + 1);
  const { read } = month;
  // Without a step in the address, the first one that is not done is open.
  const bank = useBank(month.days, step === 'bank' || (step === '' && completeStep(month).isDone));
  const statementFile = useStatementFile(bank);
  const { cents, count: matchedLines } = matchedOf(bank, product);
  const reading = readingOf(bank);
  const matched = reading === 'read' ? cents : null;
  const steps = useSteps(month, bank, pack, state);
  const current = steps.find((it) => it.key === step) ?? steps.find((it) => !it.isDone) ?? steps.at(-1);
  const next = steps.slice(2).find((it) => !it.isDone) ?? steps.at(-1);
  const isReading = opening.isLoading || reading === 'reading';
  const balance = read.data && !isReading ? balanceOf(read.data, opening.cents, matched) : undefined;
  const unread = isReading
    ? ''
    : opening.cents === null
      ? 'the earlier closes could not be read'
      : matched === null
        ? 'the bank lines could not be read'
        : '';
  const months = Array.from({ length: offeredMonths }, (_, at) => monthPlus(today.slice(0, 7), -at));
  const why = incompleteText(month) || (isReading ? 'Reading…' : capital(unread));
  const save = async (sign: Parameters<Pack['save']>[0]['sign'], closed?: MonthState) => {
    if (opening.cents === null || matched === null) return false;
    const changed = closed && closed.Differences.length > 0 ? [changeSheet(closed.Differences)] : [];
    return pack.save({
      month: name,
      opening: opening.cents,
      openingNote: opening.note,
      matched,
      accounts: packAccounts(closed?.Manifest, matched, checkedAccounts(bank, product)),
      moves: bankMoves(bank, product, product === products[0]),
      sheets: [...bankSheets(bank), ...changed],
      sign,
    });
  };
  return (
    <Page
      title="Month end"
      switcher={
        <Box sx={{ ml: 1 }}>
          <ChoiceFilter
            label="Month"
            isBare
            isAlways
            value={name}
            options={months.map((code) => ({ code, label: monthText(code) }))}
            onChange={(value) => go({ month: value, step: '' })}
          />
        </Box>
      }
      actions={current?.key === 'bank' && bank.kept && <BankActions bank={bank} file={statementFile} month={name} />}
    >
      <Steps
        steps={steps}
        current={current?.key ?? ''}
        hrefOf={(key) => href(links.monthEnd({ month: name, step: key }))}
      />
      {read.error && read.error.kind !== 'notFound' ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <Totals
          month={month}
          balance={balance}
          matched={bank.lines.length > 0 ? { cents: reading === 'reading' ? undefined : matched } : undefined}
          openingNote={opening.note}
          unread={unread}
          isComplete={current?.key === 'complete'}
          open={current?.key === 'bank' && bank.lines.length > 0 ? openBankLines(bank) : undefined}
        />
      )}
      {current?.key === 'complete' && <Complete month={month} />}
      {current?.key === 'bank' && (
        <BankLines
          bank={bank}
          file={statementFile}
          month={month}
          taken={taken}
          onTaken={onTaken}
          onContinue={() => go({ step: next?.key ?? '' })}
        />
      )}
      {current?.key === 'exceptions' && <Exceptions month={month} />}
      {current?.key === 'pack' && <PackPanel pack={pack} why={why} onSave={() => void save(async () => null)} />}
      {current?.key === 'close' && (
        <ClosePanel
          month={name}
          closing={balance?.closing}
          matched={matched === null || checkedAccounts(bank, product) ? 0 : matched}
          openLines={reading === 'read' ? bank.lines.length - matchedLines : 0}
          why={why}
          pack={pack}
          save={save}
        />
      )}
    </Page>
  );
}

export function MonthEnd() {
  const { month } = useMonthAddress();
  return (
    <Reading title="Month end" what="Reading the month’s transactions and instalments">
      <Content key={month} name={month} />
    </Reading>
  );
}
