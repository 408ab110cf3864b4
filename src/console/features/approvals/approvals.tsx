import Box from '@mui/material/Box';
import { useParams } from 'react-router-dom';
import { offersApprovals, useApprovals } from '#console/api/approvals.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { useSearchParam } from '#console/kit/address/address.ts';
import { Notice } from '#console/kit/ui/notice.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { EmptyState, ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import { Tabs } from '#console/kit/ui/tabs.tsx';
import { ApprovalLinks } from './list.tsx';
import { OpenApproval } from './record.tsx';

const tabs = {
  me: {
    label: 'Waiting for me',
    title: 'Nothing waits for you',
    text: 'Payouts and changes that others prepare and that need a second person appear here.',
  },
  others: {
    label: 'Waiting for others',
    title: 'Nothing waits for others',
    text: 'Payouts and changes that you prepare and that another person must release appear here.',
  },
  decided: {
    label: 'Decided',
    title: 'No decisions yet',
    text: 'The last fifty decisions appear here.',
  },
} as const;
type TabName = keyof typeof tabs;

/** What waits for a second person, and the last decisions (docs/decisions.md, 57). */
export function Approvals() {
  const { href } = useTenant();
  const { which } = useParams();
  const [open] = useSearchParam('open');
  // Only people who release have something waiting for them.
  const first = usePermissions()?.includes('release') ? 'me' : 'others';
  const tab: TabName = which === 'others' || which === 'decided' ? which : first;
  const waiting = useApprovals('waiting', true);
  const decided = useApprovals('decided', tab === 'decided');
  const read = tab === 'decided' ? decided : waiting;
  const all = waiting.data?.Approvals ?? [];
  const lists = {
    me: all.filter((it) => it.MayDecide),
    others: all.filter((it) => !it.MayDecide),
    decided: decided.data?.Approvals ?? [],
  };
  const list = lists[tab];
  const shown = open ? Number(open) : list[0]?.ApprovalSequence;
  const toOf = (name: TabName, query = {}) =>
    href(links.approvals(name === first || name === 'me' ? undefined : name, query));
  const labelOf = (name: 'me' | 'others') =>
    lists[name].length > 0 ? `${tabs[name].label} (${lists[name].length})` : tabs[name].label;
  return (
    <Page
      title="Approvals"
      tab={tabs[tab].label}
      tabs={
        <Tabs
          label="Approvals"
          items={[
            ...(first === 'me' ? [{ label: labelOf('me'), to: toOf('me') }] : []),
            { label: labelOf('others'), to: toOf('others') },
            { label: tabs.decided.label, to: toOf('decided') },
          ]}
        />
      }
    >
      {!offersApprovals() && <Notice tone="info">This service has no approvals that the console can show.</Notice>}
      {read.isLoading && <Skeletons rows={8} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.data && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '272px minmax(0, 1fr)' },
          }}
        >
          {/* On narrow screens one of the two. */}
          <Box sx={{ display: { xs: open ? 'none' : 'block', lg: 'block' } }}>
            <ApprovalLinks
              list={list}
              rule={read.data.Rule}
              shown={shown}
              to={(sequence) => toOf(tab, { open: sequence })}
            />
          </Box>
          <Box sx={{ minWidth: 0, display: { xs: shown !== undefined && !open ? 'none' : 'block', lg: 'block' } }}>
            {shown === undefined ? (
              <EmptyState title={tabs[tab].title}>{tabs[tab].text}</EmptyState>
            ) : (
              <OpenApproval key={shown} sequence={shown} back={toOf(tab)} />
            )}
          </Box>
        </Box>
      )}
    </Page>
  );
}
