import Box from '@mui/material/Box';
import { standingOf, useSentMessages } from '#console/api/sent-messages.ts';
import { DeliveryStatusMark } from '#console/domain/status/delivery.tsx';
import { gapsOf, TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { minuteText } from '#rules/day-text.ts';
import { TakeBack } from './take-back.tsx';

/** What was sent to a client, with the status of each; the section is absent where nothing was. */
export function Messages({ client }: { client: string }) {
  const read = useSentMessages(client);
  const { Messages: list = [], IsPartial = false } = read.data ?? {};
  const gaps = gapsOf({ Messages: read });
  if (list.length === 0 && gaps.length === 0) return null;
  return (
    <Section title="Messages">
      <TimelineGaps gaps={gaps} />
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {list.map((it) => (
          <li key={it.MessageId}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 1 }}>
              <span>{it.Template}</span>
              <DeliveryStatusMark deliveryStatus={standingOf(it)} />
            </Box>
            {['waiting', 'rejected'].includes(standingOf(it)) && <div>{it.Status?.description}</div>}
            <TakeBack message={it} />
            <Muted>
              {minuteText(it.At)} to •••• {it.ToEnd} by {it.By}
              {it.ContractNumber !== null && `, about ${it.ContractNumber}`}
            </Muted>
          </li>
        ))}
      </Box>
      {IsPartial && <Muted>Only the last {list.length} are listed.</Muted>}
    </Section>
  );
}
