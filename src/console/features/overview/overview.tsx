import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { AttentionCard } from './attention.tsx';
import { DueCard } from './due.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OutcomesCard } from './outcomes.tsx';
import { PaidOutCard } from './paid-out.tsx';
import { PayoutsCard } from './payouts.tsx';
import { ReasonsCard } from './reasons.tsx';
import { RecentCard } from './recent.tsx';

/** What needs attention today, then money in and out. */
export function Overview() {
  const { href, merchant, product } = useTenant();
  return (
    <Page
      title="Overview"
      lead={`Merchant ${merchant}, product ${product}`}
      actions={
        <>
          <ActionButton operation="clientCreate" to={href(links.clientCreate())}>
            New client
          </ActionButton>
          <ActionButton operation="mandateCreate" variant="contained" to={href(links.mandateCreate())}>
            New mandate
          </ActionButton>
        </>
      }
    >
      <FirstSteps />
      <AttentionCard />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <OutcomesCard />
          <DueCard />
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <ReasonsCard />
          <PaidOutCard />
          <PayoutsCard />
          <RecentCard />
        </Stack>
      </Box>
    </Page>
  );
}
