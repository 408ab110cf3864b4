import Stack from '@mui/material/Stack';
import { memo } from 'react';
import { mergeEvents } from '#console/domain/timeline/events.ts';
import { gapsOf, TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import { TimelineList } from '#console/domain/timeline/list.tsx';
import { partialText, useApprovalEvents } from '#console/domain/timeline/use-approvals.ts';
import { useSaidEvents } from '#console/domain/timeline/use-said.ts';
import { useToday } from '#console/session/today.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { addMonths } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';

/**
 * A client's last twelve months: notes, promises to pay, and bank details and payouts that needed a second person. Without any there is no
 * section.
 */
export const ClientTimeline = memo(function ClientTimeline({ number, readAt }: { number: string; readAt: number }) {
  const today = useToday();
  const from = addMonths(today, -12);
  const named = { ClientNumber: number };
  const span = { from: `${from} 00:00`, readAt };
  const details = useApprovalEvents('BANK_DETAILS', named, span);
  const payouts = useApprovalEvents('PAYOUTS', named, span);
  const said = useSaidEvents(number).filter((it) => it.at >= span.from);
  const events = mergeEvents({ others: [...details.events, ...payouts.events, ...said] });
  const gaps = gapsOf({ 'Who released bank details': details.read, 'Who released payouts': payouts.read });
  if (events.length === 0 && gaps.length === 0) return null;
  return (
    <Section title="Timeline">
      <Stack spacing={1.5}>
        <TimelineGaps gaps={gaps} />
        <TimelineList events={events} items={[]} />
        <Muted>
          Notes, promises to pay, and bank details and payouts that needed a second person, from {dayText(from)} to{' '}
          {dayText(today)}.{(details.isPartial || payouts.isPartial) && ` ${partialText}`}
        </Muted>
      </Stack>
    </Section>
  );
});
