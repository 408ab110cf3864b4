import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { links } from '../links.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { AttentionCard } from '../parts/overview-attention.tsx';
import { DueCard } from '../parts/overview-due.tsx';
import { OutcomesCard } from '../parts/overview-outcomes.tsx';
import { PayoutsCard } from '../parts/overview-payouts.tsx';
import { ReasonsCard } from '../parts/overview-reasons.tsx';
import { RecentCard } from '../parts/overview-recent.tsx';
import { Page } from '../parts/page.tsx';
import { usePlace } from '../place.ts';

/** Where the day begins: what is due, what came of it, what needs somebody. */
export function Overview() {
  const { href, merchant, product } = usePlace();
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
