import Box from '@mui/material/Box';
import { useParams } from 'react-router-dom';
import { useHasApprovals } from '#console/api/access.ts';
import { useApprovals } from '#console/api/approvals.ts';
import { isUnclear, useOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { useSearchParam } from '#kit/address/address.ts';
import { Redirect } from '#kit/address/redirect.tsx';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { Tabs } from '#kit/ui/tabs.tsx';
import { ApprovalLinks } from './list.tsx';
import { OpenApproval } from './record.tsx';
import { UnclearCalls } from './unclear/list.tsx';

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
type ApprovalTab = keyof typeof tabs;
type TabName = ApprovalTab | 'unclear';

const unclearLabel = 'Unclear calls';

/** What waits for a second person, and the last decisions (docs/decisions.md, 57). */
function ApprovalsOf({ tab, to }: { tab: ApprovalTab; to(query?: { open: number }): string }) {
  const [open] = useSearchParam('open');
  const read = useApprovals(tab === 'decided' ? 'decided' : 'waiting', true);
  const list = (read.data?.Approvals ?? []).filter((it) => tab === 'decided' || it.MayDecide === (tab === 'me'));
  const shown = open ? Number(open) : list[0]?.ApprovalSequence;
  return (
    <>
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
            <ApprovalLinks list={list} rule={read.data.Rule} shown={shown} to={(sequence) => to({ open: sequence })} />
          </Box>
          <Box sx={{ minWidth: 0, display: { xs: shown !== undefined && !open ? 'none' : 'block', lg: 'block' } }}>
            {shown === undefined ? (
              <EmptyState title={tabs[tab].title}>{tabs[tab].text}</EmptyState>
            ) : (
              <OpenApproval key={shown} sequence={shown} back={to()} />
            )}
          </Box>
        </Box>
      )}
    </>
  );
}

/** What people must decide: approvals, and calls to the provider without a clear outcome. */
export function Approvals() {
  const { href, merchant } = useTenant();
  const { which } = useParams();
  const permissions = usePermissions();
  const { read: unclear, isOffered } = useOutgoingCalls();
  // Where there are unclear calls, the page is also for people and merchants without approvals.
  const isUsed = useHasApprovals(merchant) && permissions?.includes('payouts:read') !== false;
  const hasApprovals = isUsed || !isOffered;
  const waiting = useApprovals('waiting', hasApprovals);
  // Only people who release have something waiting for them.
  const first: TabName = !hasApprovals ? 'unclear' : permissions?.includes('release') ? 'me' : 'others';
  const names: TabName[] = [
    ...(first === 'me' ? (['me'] as const) : []),
    ...(hasApprovals ? (['others'] as const) : []),
    ...(isOffered ? (['unclear'] as const) : []),
    ...(hasApprovals ? (['decided'] as const) : []),
  ];
  const tab = names.find((it) => it === which) ?? first;
  const toOf = (name: TabName, query = {}) =>
    href(links.approvals(name === 'me' || (name === first && name !== 'unclear') ? undefined : name, query));
  const counts = {
    me: waiting.data?.Approvals.filter((it) => it.MayDecide).length,
    others: waiting.data?.Approvals.filter((it) => !it.MayDecide).length,
    unclear: unclear.data?.Calls.filter(isUnclear).length,
    decided: undefined,
  };
  if (tab === 'unclear' && which !== 'unclear') return <Redirect to={toOf('unclear')} />;
  const labelOf = (name: TabName) => (name === 'unclear' ? unclearLabel : tabs[name].label);
  return (
    <Page
      title="Approvals"
      tab={labelOf(tab)}
      tabs={
        <Tabs
          label="Approvals"
          items={names.map((name) => ({
            label: counts[name] ? `${labelOf(name)} (${counts[name]})` : labelOf(name),
            to: toOf(name),
          }))}
        />
      }
    >
      {tab === 'unclear' ? <UnclearCalls /> : <ApprovalsOf tab={tab} to={(query) => toOf(tab, query)} />}
    </Page>
  );
}
