import Box from '@mui/material/Box';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { monthPlus } from '#console/kit/dates/calendar-days.ts';
import { ChoiceFilter } from '#console/kit/list/choice-filter.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { Reading } from '#console/kit/ui/reading.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import { monthText } from '#rules/day-text.ts';
import { BankLines } from './bank/bank.tsx';
import { bankStep, matchedOf } from './bank/step.ts';
import { useBank } from './bank/use-bank.ts';
import { Complete, completeStep } from './complete.tsx';
import { balanceOf } from './figures.ts';
import { Steps } from './steps.tsx';
import { Totals } from './totals.tsx';
import { useMonth, useMonthAddress } from './use-month.ts';

/** Months to choose from, the current one first. */
const offeredMonths = 36;

function Content() {
  const { href, product } = useTenant();
  const { today, month: name, step, go } = useMonthAddress();
  const month = useMonth(name);
  const { read } = month;
  const bank = useBank(month.days, step === 'bank');
  const matched = matchedOf(bank, product).cents;
  const steps = [completeStep(month), bankStep(bank)];
  const current = steps.find((it) => it.key === step) ?? steps.find((it) => !it.isDone) ?? steps.at(-1);
  const months = Array.from({ length: offeredMonths }, (_, at) => monthPlus(today.slice(0, 7), -at));
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
          balance={read.data && balanceOf(read.data, 0, matched)}
          openingNote="No earlier month is closed"
        />
      )}
      {current?.key === 'complete' && <Complete month={month} />}
      {current?.key === 'bank' && <BankLines bank={bank} month={month} />}
    </Page>
  );
}

export const MonthEnd = () => (
  <Reading title="Month end" what="Reading the month’s transactions and instalments">
    <Content />
  </Reading>
);
