import Link from '@mui/material/Link';
import { Fragment } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { masked } from '#console/kit/ui/masked.tsx';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import type { SentMessage } from '#console/session/sent-messages.ts';
import { DeliveryStatusMark, MessageDetails, reasonOf } from './delivery-status.tsx';
import { deliveryStatusOf } from './sending.ts';

const most = 50;

const columns = ['At', 'To', 'Client', 'Template', 'Status', 'Reason'].map((label) => ({ label }));

/** The interface has no list of messages, so only this session's are known. */
export function SentMessages({ sent }: { sent: readonly SentMessage[] }) {
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
          masked(it.to),
          it.client ? (
            <Link key="client" component={RouterLink} to={href(links.client(it.client))} underline="always">
              {it.client}
            </Link>
          ) : (
            '—'
          ),
          it.template,
          <DeliveryStatusMark key="status" deliveryStatus={deliveryStatusOf(it.status)} />,
          <Fragment key="reason">
            {reasonOf(it)}
            <MessageDetails {...it} />
          </Fragment>,
        ],
      }))}
    />
  );
}
