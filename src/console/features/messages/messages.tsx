import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Fragment } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { standingOf, useSentMessages } from '#console/api/sent-messages.ts';
import { useTenant } from '#console/api/tenant.ts';
import { TakeBack } from '#console/domain/client/take-back.tsx';
import { links } from '#console/domain/links.ts';
import { DeliveryStatusMark } from '#console/domain/status/delivery.tsx';
import { gapsOf, TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import type { SentMessageRecord } from '#contract/sent-messages.ts';
import { Forbidden } from '#kit/ui/forbidden.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { minuteText } from '#rules/day-text.ts';
import { MessageComposer } from './composer.tsx';
import { MessageDetails, deliveryReason } from './delivery-status.tsx';

const most = 50;

const columns = ['At', 'By', 'To', 'Client', 'Template', 'Status', 'Reason'].map((label) => ({ label }));

function SentTable({ sent }: { sent: readonly SentMessageRecord[] }) {
  const { href } = useTenant();
  return (
    <PlainTable
      label="Sent messages"
      maxHeight={420}
      sx={{
        '& td': { whiteSpace: 'nowrap' },
        '& td:last-child': { minWidth: 220, whiteSpace: 'normal', overflowWrap: 'anywhere' },
      }}
      columns={columns}
      rows={sent.map((it) => {
        const status = it.Status ?? undefined;
        return {
          key: it.MessageId,
          cells: [
            minuteText(it.At),
            it.By,
            `•••• ${it.ToEnd}`,
            it.ClientNumber === null ? (
              '—'
            ) : (
              <Link key="client" component={RouterLink} to={href(links.client(it.ClientNumber))}>
                {it.ClientNumber}
              </Link>
            ),
            it.Template,
            <DeliveryStatusMark key="status" deliveryStatus={standingOf(it)} />,
            <Fragment key="reason">
              {deliveryReason({ status })}
              <TakeBack message={it} />
              <MessageDetails {...it} status={status} />
            </Fragment>,
          ],
        };
      })}
    />
  );
}

export function MessagesPage() {
  const read = useSentMessages(undefined, true);
  const sent = read.data?.Messages.slice(0, most) ?? [];
  const gaps = gapsOf({ 'Sent messages': read });
  const isUnconnected = useConfig().messages.network === 'none';
  return (
    <Page title="Messages">
      <Forbidden operation="templateSend" />
      <Stack spacing={3}>
        {isUnconnected && (
          <Notice tone="warning" title="Messages are not sent">
            No chat network is connected to this service, so it refuses every message. Nothing goes to a client.
          </Notice>
        )}
        <MessageComposer />
        {(sent.length > 0 || gaps.length > 0) && (
          <Section title="Sent messages">
            <TimelineGaps gaps={gaps} />
            {sent.length > 0 && <SentTable sent={sent} />}
          </Section>
        )}
      </Stack>
    </Page>
  );
}
