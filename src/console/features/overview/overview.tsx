import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { AttentionCard } from './attention.tsx';
import { DueCard } from './due.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OutcomesCard } from './outcomes.tsx';
import { PayoutsCard } from './payouts.tsx';
import { ReasonsCard } from './reasons.tsx';
import { RecentCard } from './recent.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { useTenant } from '../../api/tenant.ts';

/** Where the day begins: what is due, what came of it, what needs somebody. */
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
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <DueCard />
        <AttentionCard />
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <OutcomesCard />
          <ReasonsCard />
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <PayoutsCard />
          <RecentCard />
        </Stack>
      </Box>
    </Page>
  );
}
