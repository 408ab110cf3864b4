import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import type { ReportName } from '#console/domain/collections/report-list.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { AuditLink } from '#console/domain/timeline/audit-link.tsx';
import { TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import { TimelineList } from '#console/domain/timeline/list.tsx';
import { partialText } from '#console/domain/timeline/use-approvals.ts';
import type { ContractId } from '#console/model/contract-id.ts';
import { afterPaint } from '#kit/form/shown-first.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { dayText } from '#rules/day-text.ts';
import { useDayHref } from './day-href.ts';
import { useInstalments } from './instalments.tsx';
import { useTimeline } from './use-timeline.ts';

/** What people did, and the debits: all reports of a contract and this page's own actions. */
export const Timeline = memo(function Timeline({ contract, record }: { contract: ContractId; record: ContractRecord }) {
  const { events, from, to, isLoading, isMore, goEarlier, gaps, isPartial } = useTimeline(contract, record);
  const { list } = useInstalments(contract);
  const dayHref = useDayHref();
  const { href } = useTenant();
  const isSilent = events.some((it) => it.kind === 'change' && it.by === '' && !it.isAtProvider);
  const reportLink = (name: ReportName, label: string, query = {}) => (
    <Link component={RouterLink} variant="body2" to={href(links.reports(name, { ...query, from, to }))}>
      {label}
    </Link>
  );
  return (
    <Section
      title="Timeline"
      actions={
        <>
          <AuditLink of={record} />
          {reportLink('transactions', 'Open report', contract)}
        </>
      }
    >
      {isLoading ? (
        <Skeletons rows={5} />
      ) : (
        <Stack spacing={1.5}>
          <TimelineGaps gaps={gaps} />
          {events.length === 0 && gaps.length === 0 && (
            <Typography>Nothing changed or was collected in this period.</Typography>
          )}
          <TimelineList events={events} items={list} dayHref={dayHref} />
          <Muted>
            From {dayText(from)} to {dayText(to)}.{isPartial && ` ${partialText}`}
            {isSilent && (
              <>
                {' '}
                Who made each change isn’t always recorded here: see{' '}
                {reportLink('omni-contract-changes', 'Contract history')} and{' '}
                {reportLink('omni-instalment-changes', 'Instalments changed')}.
              </>
            )}
          </Muted>
          {goEarlier && (
            <Button size="small" onClick={() => afterPaint(goEarlier)} loading={isMore} sx={{ alignSelf: 'start' }}>
              Show earlier
            </Button>
          )}
        </Stack>
      )}
    </Section>
  );
});
