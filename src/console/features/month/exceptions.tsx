import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { Card } from '#console/domain/card.tsx';
import { sumText } from '#console/domain/collections/day-groups.ts';
import { links } from '#console/domain/links.ts';
import { unknownText } from '#console/model/statuses.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { centsText, countText } from '#kit/ui/sums.ts';
import { minuteText } from '#rules/day-text.ts';
import { incompleteText } from './complete.tsx';
import type { MonthStep } from './steps.tsx';
import { isMonthRead, undecidedSum } from './undecided.ts';
import type { Month } from './use-month.ts';

const debits = ['debit', 'debits'] as const;
/** More late returns are counted and not listed. */
const maxListed = 100;

interface Exception {
  key: string;
  what: string;
  detail: string;
  /** The month can't be closed with it. */
  isBlocking?: boolean;
}

function exceptionsOf({ read, undecided }: Month): Exception[] {
  const found: Exception[] = [];
  const { data } = read;
  if (data && data.unknownCount > 0)
    found.push({
      key: 'unknown',
      what: `${countText(data.unknownCount, ['transaction', 'transactions'])} of unknown status`,
      detail: `${unknownText(data.unknown)} They are in no figure.`,
      isBlocking: true,
    });
  if (data && data.fromEarlier.count > 0)
    found.push({
      key: 'earlier',
      what: `${countText(data.fromEarlier.count, debits)} returned from earlier months, ${sumText(data.fromEarlier)}`,
      detail: 'Paid in an earlier month and returned in this one. They lower the closing of this month.',
    });
  const open = undecided.data && undecidedSum(undecided.data);
  if (open && open.count > 0)
    found.push({
      key: 'open',
      what: `${countText(open.count, debits)} due and without an outcome, ${sumText(open)}`,
      detail: 'In no figure of this month. They count in the month in which the bank answers.',
    });
  return found;
}

export function exceptionsStep(month: Month): MonthStep {
  const exceptions = exceptionsOf(month);
  const why = incompleteText(month);
  const open = exceptions.filter((it) => it.isBlocking).length;
  return {
    key: 'exceptions',
    title: 'Exceptions',
    isDone: why === '' && isMonthRead(month) && open === 0,
    // Without all that was asked for there may be more.
    text:
      open > 0
        ? `${open} to resolve`
        : !isMonthRead(month)
          ? why
          : exceptions.length === 0
            ? 'None'
            : `${exceptions.length} explained`,
  };
}

/** What a reader of the month will ask about. */
export function Exceptions({ month }: { month: Month }) {
  const { href } = useTenant();
  const exceptions = exceptionsOf(month);
  const { read, undecided } = month;
  const isUndecidedAsked = !read.isLoading && !read.error && undecided.error?.kind !== 'notFound';
  const earlier = (read.data?.lateReturns ?? []).filter((it) => it.isFromEarlier);
  return (
    <Card title="Exceptions" read={isUndecidedAsked ? undecided : read} rows={3}>
      {exceptions.length === 0 && <Typography color="textSecondary">None.</Typography>}
      {exceptions.map(({ key, what, detail }) => (
        <Typography key={key} component="div" sx={{ mb: 1 }}>
          <b>{what}</b>
          <Muted>{detail}</Muted>
        </Typography>
      ))}
      {earlier.length > 0 && (
        <PlainTable
          label="Returned from earlier months"
          columns={[{ label: 'Contract', isHead: true }, { label: 'Returned' }, { label: 'Amount', isNumber: true }]}
          rows={earlier.slice(0, maxListed).map((it, at) => ({
            key: at,
            cells: [
              typeof it.contract === 'number' ? (
                <Link key="link" component={RouterLink} to={href(links.contract(it.contract))}>
                  {`${it.client} · ${it.contractNumber}`}
                </Link>
              ) : (
                `${it.client} · ${it.contractNumber}`
              ),
              minuteText(it.at),
              centsText(it.cents),
            ],
          }))}
        />
      )}
    </Card>
  );
}
