import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useParams } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { offersOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { useTestClock } from '#console/session/test-clock.ts';
import { serverNow } from '#console/session/wall-clock.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { daysOf } from '#kit/dates/ranges.ts';
import { useDateRange } from '#kit/dates/use-date-range.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { FilterBar } from '#kit/list/filter-bar.tsx';
import { PillMenu } from '#kit/list/pill.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { Tabs } from '#kit/ui/tabs.tsx';
import { dateOf } from '#rules/calendar.ts';
import { minuteText } from '#rules/day-text.ts';
import { wallTime } from '#rules/wall-time.ts';
import { actionChoices, outcomeChoices, useEntries, type AuditFilter, type AuditChain } from './entries.ts';
import { ExportAudit } from './export.tsx';
import { EntryTable } from './table.tsx';

const own = 'last-30-days';

const texts = {
  actor: 'Actor',
  client: 'ClientNumber',
  contract: 'ContractNumber',
  sequence: 'ContractSequence',
} as const;

/** The filters of the address, as the service names them. */
function useFilter(): AuditFilter {
  const [query] = useAddress();
  const { range } = useDateRange('back', { own });
  const { of } = useParams();
  // Entries have the server's time, not the business time, which a sandbox can move or stop.
  const today = dateOf(serverNow(useConfig().timeZone));
  const { from, to } = range.preset ? daysOf(range.preset, today) : range;
  const given = (name: string) => query.get(name) ?? '';
  return {
    ...(range.problem ? {} : { From: from, To: to }),
    Chain: of === 'sign-ins' ? 'installation' : 'merchant',
    Kind: given('kind'),
    Action: given('action'),
    Outcome: given('outcome'),
    ...Object.fromEntries(Object.entries(texts).map(([name, field]) => [field, given(name)])),
  };
}

function Filters() {
  const [query, change] = useAddress();
  const choice = (name: string, label: string, all: string, options: { code: string; label: string }[]) => (
    <ChoiceFilter
      label={label}
      value={query.get(name) ?? ''}
      all={all}
      options={options}
      onChange={(value) => change((now) => put(now, { [name]: value }))}
    />
  );
  const text = (name: keyof typeof texts, label: string) => (
    <PlainInput
      key={`${name} ${query.get(name) ?? ''}`}
      label={label}
      defaultValue={query.get(name) ?? ''}
      onBlur={({ target }) =>
        target.value !== (query.get(name) ?? '') && change((now) => put(now, { [name]: target.value.trim() }))
      }
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
  const set = Object.keys(texts).filter((name) => query.get(name)).length;
  return (
    <FilterBar
      filters={
        <>
          <PeriodPill own={own} saysProblem />
          {choice('kind', 'By', 'Anyone', [
            { code: 'person', label: 'People' },
            { code: 'program', label: 'Programs' },
            { code: 'service', label: 'The service' },
            { code: 'operator', label: 'Operators' },
          ])}
          {choice('action', 'Action', 'All', actionChoices)}
          {choice('outcome', 'Result', 'All', outcomeChoices(offersOutgoingCalls()))}
          <PillMenu name="More filters" value={set > 0 ? String(set) : undefined}>
            {() => (
              <Box component="search" sx={{ display: 'grid', gap: 1.5, p: 1.25 }}>
                {text('actor', 'User or program')}
                {text('client', 'Client')}
                {text('contract', 'Contract')}
                {text('sequence', 'Contract ID')}
              </Box>
            )}
          </PillMenu>
        </>
      }
    />
  );
}

/** How far the entries are proved. */
function Intact({ chain }: { chain: AuditChain }) {
  const { timeZone } = useConfig();
  if (chain.BrokenAt !== null)
    return (
      <Notice tone="error" title={`The audit was changed at entry ${chain.BrokenAt}`}>
        Entries before it are proved. Tell the people who operate this service.
      </Notice>
    );
  if (chain.CheckedAt === null) return <Muted>The audit log is verified hourly. It has not been verified yet.</Muted>;
  const shown = (instant: string) => minuteText(wallTime(timeZone, new Date(instant)));
  return (
    <Muted>
      Chain intact up to {shown(chain.CheckedAt)}. New entries are checked every hour, all entries once a day
      {chain.AllCheckedAt !== null && `, last at ${shown(chain.AllCheckedAt)}`}.
    </Muted>
  );
}

/** Who did what. The entries can't be changed without it being seen (docs/decisions.md, 56). */
export function AuditPage() {
  const { href, merchant } = useTenant();
  const clock = useTestClock(merchant);
  const permissions = usePermissions();
  const filter = useFilter();
  const isAllowed = permissions === undefined || permissions.includes('audit');
  const read = useEntries(filter, isAllowed);
  const entries = read.data?.pages.flatMap((page) => page.Entries) ?? [];
  const chain = read.data?.pages[0]?.Chain;
  return (
    <Page
      title="Audit"
      back={{ to: href(links.settings()), label: 'Settings' }}
      actions={isAllowed && <ExportAudit filter={filter} />}
      tabs={
        <Tabs
          label="Audit"
          items={[
            { label: 'This merchant', to: href(links.audit()) },
            { label: 'Sign-ins and people', to: href(links.auditOfSignIns()) },
          ]}
        />
      }
    >
      {!isAllowed && <Notice tone="info">You don’t have permission to view the audit. Ask your administrator.</Notice>}
      {isAllowed && (
        <>
          <Filters />
          {chain && <Intact chain={chain} />}
          {clock && clock.there !== clock.here && (
            <Muted>Times here are real ones; everywhere else they are those of the test clock.</Muted>
          )}
          {read.isLoading && <Skeletons rows={10} />}
          {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
          {read.data && entries.length === 0 && (
            <EmptyState title="Nothing in this period">Choose a longer period or fewer filters.</EmptyState>
          )}
          {entries.length > 0 && (
            <Section title="Entries">
              <EntryTable entries={entries} />
            </Section>
          )}
          {read.hasNextPage && (
            <Button loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
              Show more
            </Button>
          )}
        </>
      )}
    </Page>
  );
}
