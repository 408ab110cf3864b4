import Stack from '@mui/material/Stack';
import { memo } from 'react';
import { mergeEvents } from '#console/domain/timeline/events.ts';
import { gapsOf, TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import { TimelineList } from '#console/domain/timeline/list.tsx';
import { partialText, useApprovalEvents } from '#console/domain/timeline/use-approvals.ts';
import { useToday } from '#console/session/today.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { addMonths } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';

/** What of a client needed a second person in the last twelve months. No section if nothing did. */
export const ClientTimeline = memo(function ClientTimeline({ number, readAt }: { number: string; readAt: number }) {
  const today = useToday();
  const from = addMonths(today, -12);
  const named = { ClientNumber: number };
  const span = { from: `${from} 00:00`, readAt };
  const details = useApprovalEvents('BANK_DETAILS', named, span);
  const payouts = useApprovalEvents('PAYOUTS', named, span);
  const events = mergeEvents({ others: [...details.events, ...payouts.events] });
  const gaps = gapsOf({ 'Who released bank details': details.read, 'Who released payouts': payouts.read });
  if (events.length === 0 && gaps.length === 0) return null;
  return (
    <Section title="Timeline">
      <Stack spacing={1.5}>
        <TimelineGaps gaps={gaps} />
        <TimelineList events={events} items={[]} />
        <Muted>
          Bank details and payouts that needed a second person, from {dayText(from)} to {dayText(today)}.
          {(details.isPartial || payouts.isPartial) && ` ${partialText}`}
        </Muted>
      </Stack>
    </Section>
  );
});
