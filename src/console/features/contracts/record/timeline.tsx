import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { explain } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { ReportName } from '#console/domain/collections/report-list.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { reasonsIn } from '#console/domain/money-item/rules.ts';
import { What } from '#console/domain/timeline/event.tsx';
import { kinds, kindsOf, type Event, type EventKind } from '#console/domain/timeline/events.ts';
import { useSearchParam } from '#console/kit/address/address.ts';
import { afterPaint, useShownFirst } from '#console/kit/form/shown-first.ts';
import { ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import type { ContractId } from '#console/model/contract-id.ts';
import { dateOf } from '#rules/calendar.ts';
import { dayText, minuteText } from '#rules/day-text.ts';
import { useDayHref } from './day-href.ts';
import { useInstalments } from './instalments.tsx';
import { useTimeline } from './use-timeline.ts';

const pageOfEvents = 15;

const isKind = (text: string): text is EventKind => Object.hasOwn(kinds, text);

/** Filters; empty ones are disabled. */
function Kinds({
  events,
  kind,
  onChange,
}: {
  events: readonly Event[];
  kind: string;
  onChange: (kind: string) => void;
}) {
  const counts = new Map<EventKind, number>();
  const [chosen, choose] = useShownFirst(kind, onChange);
  for (const event of events) for (const it of kindsOf(event)) counts.set(it, (counts.get(it) ?? 0) + 1);
  const choice = (name: string, label: string, count: number) => (
    <Button
      key={name}
      size="small"
      variant={chosen === name ? 'contained' : 'outlined'}
      aria-pressed={chosen === name}
      disabled={count === 0 && chosen !== name}
      onClick={() => choose(name)}
    >
      {label} {count}
    </Button>
  );
  return (
    <Stack direction="row" useFlexGap role="group" aria-label="Show" sx={{ flexWrap: 'wrap', gap: 0.75 }}>
      {choice('', 'All', events.length)}
      {Object.entries(kinds).map(([name, label]) => choice(name, label, counts.get(name as EventKind) ?? 0))}
    </Stack>
  );
}

/**
 * All reports of a contract and this page's own actions, newest first; failed reports are listed as gaps. A
 * transaction's time links to its day.
 */
export const Timeline = memo(function Timeline({ contract, record }: { contract: ContractId; record: ContractRecord }) {
  const { events, from, to, isLoading, isMore, goEarlier, gaps } = useTimeline(contract, record);
  const { list } = useInstalments(contract);
  const reasons = useMemo(() => reasonsIn(list, events), [list, events]);
  const dayHref = useDayHref();
  const { href } = useTenant();
  const [fieldName, setKind] = useSearchParam('show');
  const kind = isKind(fieldName) ? fieldName : '';
  const isSilent = events.some((it) => it.kind === 'change' && it.by === '');
  const reportLink = (name: ReportName, label: string) => (
    <Link component={RouterLink} to={href(links.reports(name, { from, to }))}>
      {label}
    </Link>
  );
  const [limit, setLimit] = useState(pageOfEvents);
  if (isLoading) return <Skeletons rows={5} />;
  const shown = kind === '' ? events : events.filter((it) => kindsOf(it).includes(kind));
  return (
    <Stack spacing={2}>
      <Kinds events={events} kind={kind} onChange={setKind} />
      <Typography variant="body2" color="textSecondary">
        From {dayText(from)} to {dayText(to)}.
        {isSilent && (
          <>
            {' '}
            Who made a change is not always said here. {reportLink(
              'omni-contract-changes',
              'Contracts changed',
            )} and {reportLink('omni-instalment-changes', 'Instalments changed')} name the last one.
          </>
        )}
      </Typography>
      {gaps.map(({ name, error, retry }) => (
        <Box key={name}>
          <Typography>
            {name} are missing here: {explain(error).title.toLowerCase()}.
          </Typography>
          <ErrorState error={error} retry={retry} />
        </Box>
      ))}
      {shown.length === 0 && gaps.length === 0 && (
        <Typography>
          {kind === '' ? 'Nothing changed or was collected in this period.' : 'Nothing of this kind in this period.'}
        </Typography>
      )}
      <Box component="ol" aria-label="What happened, newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.slice(0, limit).map((event, index) => (
          <Stack
            component="li"
            key={`${event.at}${index}`}
            sx={{ borderLeft: 2, borderColor: 'divider', pl: 2, pb: 2, position: 'relative' }}
          >
            <Typography component="time" dateTime={event.at.replace(' ', 'T')} variant="body2" color="textSecondary">
              {event.kind === 'transaction' ? (
                <Link component={RouterLink} underline="always" to={dayHref(dateOf(event.at))}>
                  {minuteText(event.at)}
                </Link>
              ) : (
                minuteText(event.at)
              )}
            </Typography>
            <What event={event} reasons={reasons} />
          </Stack>
        ))}
      </Box>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
        {shown.length > limit && (
          <Button onClick={() => setLimit(limit + pageOfEvents)}>Show older ({shown.length - limit} more)</Button>
        )}
        {goEarlier && (
          <Button onClick={() => afterPaint(goEarlier)} loading={isMore}>
            Show another year
          </Button>
        )}
      </Stack>
    </Stack>
  );
});
