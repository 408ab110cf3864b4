import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useHasApprovals } from '#console/api/access.ts';
import { useApprovals } from '#console/api/approvals.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { minuteText } from '#rules/day-text.ts';
import { links } from './links.ts';

const waiting = {
  CANCEL: 'A cancel of this contract waits',
  COLLECT_AGAIN: 'A debit to collect again waits',
  BANK_DETAILS: 'New bank details wait',
} as const;

/** A change of a client's bank details, the cancel of a contract, or a debit to collect again that waits for a second person. */
export function AwaitingChange({ client, contract }: { client?: string; contract?: number }) {
  const { href, merchant, product } = useTenant();
  const read = useApprovals('waiting', useHasApprovals(merchant));
  const found = read.data?.Approvals.find(
    (it) =>
      it.Product === product &&
      (it.Kind === 'CANCEL' || it.Kind === 'COLLECT_AGAIN'
        ? it.ContractSequence === contract
        : it.Kind === 'BANK_DETAILS' && it.ClientNumber === client),
  );
  if (!found) return null;
  return (
    <Notice tone="info" role="status">
      {waiting[found.Kind as keyof typeof waiting]} for release since {minuteText(found.PreparedAt)}, sent by{' '}
      {found.PreparedBy}:{' '}
      <Link
        component={RouterLink}

        to={href(links.approvals(undefined, { open: found.ApprovalSequence }))}
      >
        what changes
      </Link>
      .
    </Notice>
  );
}
