import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Fragment } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { deliveryStatusOf } from '#answers/messages.ts';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { useSentMessages, type SentMessage } from '#console/session/sent-messages.ts';
import { Forbidden } from '#kit/ui/forbidden.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { MessageComposer } from './composer.tsx';
import { DeliveryStatusMark, MessageDetails, deliveryReason } from './delivery-status.tsx';
import { useDeliveries } from './use-deliveries.ts';

const most = 50;

const columns = ['At', 'To', 'Client', 'Template', 'Status', 'Reason'].map((label) => ({ label }));

/** The interface has no list of messages, so only this session's are known. */
function SentMessages({ sent }: { sent: readonly SentMessage[] }) {
  const { href } = useTenant();
  const { timeZone } = useConfig();
  return (
    <PlainTable
      label="Sent in this session"
      maxHeight={420}
      sx={{
        '& td': { whiteSpace: 'nowrap' },
        '& td:last-child': { minWidth: 220, whiteSpace: 'normal', overflowWrap: 'anywhere' },
      }}
      columns={columns}
      rows={sent.slice(0, most).map((it) => ({
        key: it.messageId,
        cells: [
          new Date(it.at).toLocaleTimeString('en-ZA', { timeZone }),
          maskedNumber(it.to),
          it.client ? (
            <Link key="client" component={RouterLink} to={href(links.client(it.client))}>
              {it.client}
            </Link>
          ) : (
            '—'
          ),
          it.template,
          <DeliveryStatusMark key="status" deliveryStatus={deliveryStatusOf(it.status)} />,
          <Fragment key="reason">
            {deliveryReason(it)}
            <MessageDetails {...it} />
          </Fragment>,
        ],
      }))}
    />
  );
}

export function MessagesPage() {
  const sent = useSentMessages();
  useDeliveries(sent);
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
        {sent.length > 0 && (
          <Section title="Sent in this session">
            <SentMessages sent={sent} />
          </Section>
        )}
      </Stack>
    </Page>
  );
}
