import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { shareOf } from '#console/domain/collections/rates.ts';
import { reportValueText } from '#console/domain/collections/report-text.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { useToday } from '#console/session/today.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { useDateRange } from '#kit/dates/use-date-range.ts';
import { Figure, Figures } from '#kit/ui/figures.tsx';
import { RowMenu } from '#kit/ui/menu.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { Tiles } from '#kit/ui/tiles.tsx';
import type { MissedDebit } from '#rules/attempt-outcomes.ts';
import { percentText } from '../collection-days/compare.ts';
import { RatePart } from '../collection-days/rate-part.tsx';
import { againFigures, mostMissing, readCollectedAgain } from './outcomes.ts';

const own = 'last-90-days';

const debitCount = ['debit', 'debits'] as const;

const Cents = ({ cents }: { cents: number | undefined }) =>
  cents === undefined ? <Typography color="textSecondary">Not known</Typography> : <MoneyText cents={cents} isLarge />;

function Answer({ missed, isTable }: { missed: readonly MissedDebit[]; isTable: boolean }) {
  const figures = useMemo(() => againFigures(missed), [missed]);
  const { tried, waiting, untried } = figures;
  const share = shareOf(tried.paid, tried.all);
  const reasons = figures.byReason.map((it) => ({
    ...it,
    label: it.label === '' ? 'Reason not known' : reportValueText('InstalmentResult', it.label),
  }));
  return (
    <>
      <Figures
        label="Collecting again"
        below={
          <Muted sx={{ mt: 1 }}>
            {tried.all === 0 && 'No attempt has an outcome yet. '}
            {share
              ? `${percentText(share.rate)} of what was tried was paid, surely between ${percentText(share.low)} and ${percentText(share.high)}. `
              : ''}
            Debits that were never tried again may have gone differently.
          </Muted>
        }
      >
        <Figure
          isLarge
          label="Came in"
          value={<Cents cents={figures.paidCents} />}
          note={`${formatCount(tried.paid)} of ${countText(tried.all, ['attempt', 'attempts'])} paid`}
        />
        <Figure
          label="Missed"
          value={<Cents cents={figures.missed.cents} />}
          note={countText(figures.missed.count, debitCount)}
        />
        <Figure
          label="Still waiting"
          value={<Cents cents={waiting.cents} />}
          note={countText(waiting.count, ['attempt', 'attempts'])}
        />
        <Figure
          label="Never tried again"
          value={<Cents cents={untried.cents} />}
          note={countText(untried.count, debitCount)}
        />
      </Figures>
      {tried.all > 0 && (
        <Tiles columns={{ xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
          <RatePart title="By attempt" head="Attempt" lines={figures.byAttempt} isTable={isTable} />
          <RatePart title="By days waited" head="Waited" lines={figures.byWait} isTable={isTable} />
          <RatePart title="By reason of the missed debit" head="Reason" lines={reasons} isTable />
          <RatePart title="Around the 25th" head="Distance" lines={figures.byDay} isTable={isTable} />
        </Tiles>
      )}
    </>
  );
}

/** What collecting missed debits again brought. It describes; nothing is forecast. */
export function CollectingAgainPage() {
  const { merchant, product, href } = useTenant();
  const today = useToday();
  const [isTable, setTable] = useState(false);
  const { range } = useDateRange('back', { own });
  const { from, to, problem } = range;
  const read = useQuery<Awaited<ReturnType<typeof readCollectedAgain>>, CallError>({
    queryKey: ['omniInstalmentChangeReport', merchant, product, { from, to: today }, 'collecting again', to],
    queryFn: ({ signal }) => readCollectedAgain({ merchant, product }, { from, to }, today, signal),
    enabled: !problem && from <= today,
    retry: false,
  });
  const found = read.data;
  return (
    <Page
      title="Did collecting again pay?"
      back={{ to: href(links.reports()), label: 'Reports' }}
      actions={
        <RowMenu
          name="More"
          items={[{ label: isTable ? 'Show as charts' : 'Show as tables', act: () => setTable(!isTable) }]}
        />
      }
    >
      <search>
        <PeriodPill own={own} saysProblem />
      </search>
      {read.isLoading && <Skeletons rows={10} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {found === 'too many' && (
        <Notice tone="info" title="Choose a shorter period">
          More than {formatCount(mostMissing)} contracts missed a debit in these days.
        </Notice>
      )}
      {found === 'not logged' && (
        <Notice tone="info" title="It can’t be told what was collected again">
          The change log doesn’t say which debits were added and when.
        </Notice>
      )}
      {Array.isArray(found) &&
        (found.length > 0 ? (
          <Answer missed={found} isTable={isTable} />
        ) : (
          <EmptyState title="No debit was missed in this period">Choose other dates.</EmptyState>
        ))}
    </Page>
  );
}
