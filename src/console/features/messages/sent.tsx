import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { masked } from '#console/kit/ui/masked.tsx';
import type { SentMessage } from '#console/session/sent-messages.ts';
import { DeliveryStatusMark, MessageDetails, reasonOf } from './delivery-status.tsx';
import { deliveryStatusOf } from './sending.ts';

const most = 50;

/** The interface has no list of messages, so only this session's are known. */
export function SentMessages({ sent }: { sent: readonly SentMessage[] }) {
  const { href } = useTenant();
  const { timeZone } = useConfig();
  return (
    <TableContainer role="group" tabIndex={0} aria-label="Sent in this session" sx={{ maxHeight: 420 }}>
      <Table size="small" stickyHeader aria-label="Sent in this session">
        <TableHead>
          <TableRow>
            <TableCell>At</TableCell>
            <TableCell>To</TableCell>
            <TableCell>Client</TableCell>
            <TableCell>Template</TableCell>
            <TableCell>Status</TableCell>
            <TableCell>Reason</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sent.slice(0, most).map((it) => (
            <TableRow key={it.messageId}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {new Date(it.at).toLocaleTimeString('en-ZA', { timeZone })}
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{masked(it.to)}</TableCell>
              <TableCell>
                {it.client ? (
                  <Link component={RouterLink} to={href(links.client(it.client))} underline="always">
                    {it.client}
                  </Link>
                ) : (
                  '—'
                )}
              </TableCell>
              <TableCell>{it.template}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <DeliveryStatusMark deliveryStatus={deliveryStatusOf(it.status)} />
              </TableCell>
              <TableCell sx={{ minWidth: 220, overflowWrap: 'anywhere' }}>
                {reasonOf(it)}
                <MessageDetails {...it} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
