import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { CallError } from '#console/api/errors.ts';
import { useBanks, useFrequencies, usePayoutCancelCodes, useReasons } from '#console/api/lookups.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { put, useAddress } from '#kit/address/address.ts';
import { Redirect } from '#kit/address/redirect.tsx';
import { SearchBox } from '#kit/form/search-box.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { countText } from '#kit/ui/sums.ts';
import { Tabs } from '#kit/ui/tabs.tsx';
import { CodeList, foundIn, plural, type CodeGroup } from './code-list.tsx';

const lookups = {
  frequencies: {
    title: 'Frequencies',
    lead: 'How often a mandate collects, and the days each frequency has.',
    noun: 'collection day',
  },
  banks: { title: 'Banks', lead: 'Banks and their branches, with the codes that forms ask for.', noun: 'branch' },
  reasons: { title: 'Reasons', lead: 'Why a mandate is changed or cancelled.', noun: 'reason' },
  'payout-cancel-codes': {
    title: 'Payout cancellation reasons',
    lead: 'Why a payout contract is cancelled.',
    noun: 'code',
  },
} as const;

type LookupName = keyof typeof lookups;

const isLookupName = (name: string | undefined): name is LookupName =>
  name !== undefined && Object.hasOwn(lookups, name);

interface Listed {
  read: { isPending: boolean; error: CallError | null; refetch(): unknown };
  groups: readonly CodeGroup[];
}

/** Any lookup in one shape; only the visible one is requested. */
function useLookup(name: LookupName): Listed {
  const frequencies = useFrequencies(name === 'frequencies');
  const banks = useBanks(name === 'banks');
  const reasons = useReasons(name === 'reasons');
  const cancelCodes = usePayoutCancelCodes(name === 'payout-cancel-codes');
  return useMemo(() => {
    switch (name) {
      case 'frequencies':
        return {
          read: frequencies.read,
          groups: frequencies.list.map((it) => ({
            code: it.FrequencyCode ?? '',
            label: it.FrequencyDescription ?? '',
            entries: (it.CollectionDays ?? []).map((day) => ({
              code: formatField('CollectionDay', day.CollectionDay),
              label: day.DayDescription ?? '',
            })),
          })),
        };
      case 'banks':
        return {
          read: banks.read,
          groups: banks.countries.flatMap(({ Country, Products }) =>
            (Products ?? []).flatMap(({ Product, Banks }) =>
              (Banks ?? []).map((bank) => ({
                code: formatField('BankCode', bank.BankCode),
                label: bank.BankName ?? '',
                detail: [Country, Product].filter(Boolean).join(', '),
                entries: (bank.Branches ?? []).map((branch) => ({
                  code: formatField('BranchCode', branch.BranchCode),
                  label: branch.BranchName ?? '',
                })),
              })),
            ),
          ),
        };
      case 'reasons':
        return {
          read: reasons.read,
          groups: reasons.groups.map((it) => ({
            label: it.MandateProduct ?? 'All products',
            entries: (it.MandateReasonCodes ?? []).map((reason) => ({
              code: reason.MandateReason ?? '',
              label: reason.MandateReasonDescription ?? '',
              detail: [
                reason.MandateReasonType && `type ${reason.MandateReasonType}`,
                reason.MandateReasonISOCode && `ISO code ${reason.MandateReasonISOCode}`,
              ]
                .filter(Boolean)
                .join(', '),
            })),
          })),
        };
      case 'payout-cancel-codes':
        return {
          read: cancelCodes.read,
          groups:
            cancelCodes.list.length === 0
              ? []
              : [
                  {
                    label: 'Payout cancellation reasons',
                    entries: cancelCodes.list.map((it) => ({
                      code: it.CancelCode,
                      label: it.CancelDescription,
                    })),
                  },
                ],
        };
    }
  }, [name, frequencies, banks, reasons, cancelCodes]);
}

function Lookup({ name }: { name: LookupName }) {
  const { href } = useTenant();
  const { title, lead, noun } = lookups[name];
  const { read, groups } = useLookup(name);
  const [query, change] = useAddress();
  const text = query.get('q') ?? '';
  const search = useCallback((q: string) => change((now) => put(now, { q }), { replace: true }), [change]);
  const sought = useDeferredValue(text.trim());
  const found = useMemo(() => foundIn(groups, sought), [groups, sought]);
  const count = found.reduce((sum, it) => sum + it.entries.length, 0);

  return (
    <Page
      title="Lookups"
      back={{ label: 'Help', to: href(links.help()) }}
      tab={title}
      lead={lead}
      tabs={
        <Tabs
          label="Lookups"
          items={Object.entries(lookups).map(([key, it]) => ({ label: it.title, to: href(links.lookups(key)) }))}
        />
      }
    >
      <Box component="search" sx={{ maxWidth: 420 }}>
        <SearchBox label="Search codes and descriptions" value={text} onSearch={search} />
      </Box>
      {read.error && groups.length === 0 && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isPending && <Skeletons rows={8} />}
      {sought && groups.length > 0 && (
        <Typography component="output" color="textSecondary" sx={{ display: 'block' }}>
          {countText(count, [noun, plural(noun)])} found
        </Typography>
      )}
      {found.length > 0 && <CodeList key={name} groups={found} noun={noun} text={sought} />}
      {!read.isPending && !read.error && found.length === 0 && (
        <EmptyState title={sought ? `No ${noun} matches “${sought}”` : `No ${plural(noun)} for this product`}>
          {sought && 'Search by code, or by any part of a description.'}
        </EmptyState>
      )}
    </Page>
  );
}

export function Lookups() {
  const { name } = useParams();
  const { href } = useTenant();
  const { search } = useLocation();
  if (!isLookupName(name)) return <Redirect to={href(links.lookups('frequencies')) + search} />;
  return <Lookup key={name} name={name} />;
}
