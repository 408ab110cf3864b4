import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useHasApprovals } from '#console/api/access.ts';
import { useApprovals } from '#console/api/approvals.ts';
import { offersOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { countText, sumOf } from '#console/kit/ui/sums.ts';
import { links } from './links.ts';

/** Of payouts that the provider does not have yet, and that its lists therefore lack; undefined for none. */
export function useHeldPayouts(): ReactNode {
  const { merchant, product, href } = useTenant();
  const mayRead = usePermissions()?.includes('payouts:read') === true;
  const read = useApprovals('waiting', useHasApprovals(merchant) && mayRead && offersOutgoingCalls());
  const held = (read.data?.Approvals ?? []).filter((it) => it.Kind === 'PAYOUTS' && it.Product === product);
  if (!offersOutgoingCalls() || held.length === 0) return undefined;
  const count = held.reduce((sum, it) => sum + it.Count, 0);
  return (
    <>
      {countText(count, ['payout', 'payouts'])} of <MoneyText cents={sumOf(held.map((it) => it.Sum)) ?? 0} />{' '}
      {count === 1 ? 'waits' : 'wait'} for{' '}
      <Link component={RouterLink} underline="always" to={href(links.approvals())}>
        release
      </Link>{' '}
      and {count === 1 ? 'is' : 'are'} not listed yet.
    </>
  );
}
