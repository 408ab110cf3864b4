import Box from '@mui/material/Box';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Reading } from '#console/domain/reading.tsx';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Page } from '#kit/ui/page.tsx';
import { belowRows, Skeletons } from '#kit/ui/states.tsx';
import { DueCard } from './due.tsx';
import { OverviewFigures } from './figures.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { ReasonsCard } from './reasons.tsx';
import { Decisions, Tasks } from './tasks.tsx';

/** What was collected and what needs action today. A merchant without any debit sees the guide alone. */
function Content() {
  const { href } = useTenant();
  const guide = useFirstSteps();
  const { isDeciding, isPending } = guide;
  const isNew = isDeciding || (guide.isShown && !guide.hasMoney);
  return (
    <Page
      title="Overview"
      actions={
        !isNew && (
          <>
            <ActionButton operation="clientCreate" variant="outlined" to={href(links.clientCreate())}>
              New client
            </ActionButton>
            <ActionButton operation="mandateCreate" variant="outlined" to={href(links.mandateCreate())}>
              New mandate
            </ActionButton>
          </>
        )
      }
    >
      <FirstSteps {...guide} />
      {isDeciding ? (
        <Skeletons rows={4} height={56} />
      ) : isNew ? (
        guide.progress && <Decisions />
      ) : (
        <>
          <OverviewFigures />
          <Tasks />
          <Box
            sx={{
              display: 'grid',
              // How many tasks there are decides where these begin.
              '*:has([data-skeleton]) + &': belowRows,
              gap: 2,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
            }}
          >
            <DueCard isPending={isPending} />
            <ReasonsCard />
          </Box>
        </>
      )}
    </Page>
  );
}

export const Overview = () => (
  <Reading title="Overview" what="Reading transactions and scheduled debits">
    <Content />
  </Reading>
);
