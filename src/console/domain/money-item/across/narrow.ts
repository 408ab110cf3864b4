import { useEffect, useMemo, useState } from 'react';
import { holidayOf } from '#console/api/holidays.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { matchClient, parseClientSearch } from '#console/domain/client/search.ts';
import { collectionsOnly } from '#console/domain/collections/report-list.ts';
import { notEditableReasonOf } from '#console/model/statuses.ts';
import { clientsOf, contractsSeen, useRecentRecords } from '#console/session/recent-records.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { daysFrom } from '#kit/dates/calendar-days.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { RowGroup, PageFilter, View } from '#report-engine/protocol.ts';
import { addDays, isWeekend } from '#rules/calendar.ts';
import { searchWords } from '#rules/search-text.ts';
import { addUp, type Sum } from '#rules/sums.ts';
import type { Across } from './source.ts';

const day = 'InstalmentActionDate';
const status = 'InstalmentStatus';

/** Clients seen in this session that match a text, and their contracts: not every report has the client's name. */
function meant(text: string, tenant: Tenant, _version: number): PageFilter['orOneOf'] {
  const sought = parseClientSearch(text);
  const numbers = [...clientsOf(tenant)].flatMap(([number, it]) =>
    matchClient(it as Parameters<typeof matchClient>[0], sought) ? [number] : [],
  );
  if (numbers.length === 0) return [];
  const isMeant = new Set(numbers);
  const contracts = [...contractsSeen(tenant).values()].flatMap((it) =>
    it.ContractSequence !== undefined && it.ClientNumber && isMeant.has(it.ClientNumber)
      ? [String(it.ContractSequence)]
      : [],
  );
  return [
    { fieldName: 'ClientNumber', values: numbers },
    { fieldName: 'ContractSequence', values: contracts },
  ];
}

export interface Narrowed {
  text: string;
  status: string;
  isNonBanking: boolean;
  /** Only of these contracts. */
  contracts?: readonly string[];
}

export function useNarrowed(
  { text, status: code, isNonBanking, contracts }: Narrowed,
  range: Days | null,
  sort: View['sort'],
) {
  const { merchant, product } = useTenant();
  const seen = useRecentRecords();
  // More clients become known during loading; only a search depends on them.
  const version = text ? seen : 0;
  const [from, to] = [range?.from, range?.to];
  const pageFilter = useMemo((): PageFilter => {
    const words = searchWords(text);
    const days = isNonBanking && from && to ? daysFrom(from, to) : undefined;
    return {
      ...(days && {
        days: { fieldName: day, days: days.filter((it) => isWeekend(it) || holidayOf(it) !== undefined) },
      }),
      ...(words.length > 0 && { words, orOneOf: meant(text, { merchant, product }, version) }),
    };
  }, [text, isNonBanking, from, to, merchant, product, version]);
  const filters = useMemo(
    () => [
      collectionsOnly,
      ...(code ? [{ fieldName: status, kind: 'oneOf', values: [code] } satisfies Filter] : []),
      ...(contracts ? [{ fieldName: 'ContractSequence', kind: 'oneOf', values: [...contracts] } satisfies Filter] : []),
    ],
    [code, contracts],
  );
  const view = useMemo((): View => ({ search: '', filters, sort, pageFilter }), [filters, sort, pageFilter]);
  return { pageFilter, filters, view };
}

interface AcrossFigures {
  /** By status, ignoring the status filter. */
  statuses: readonly (Sum & { code: string })[];
  /** Editable rows that pass the filters. */
  editable: number;
  /** Rows that can't be changed only because the report doesn't name their contract. */
  unidentified: number;
}

/**
 * Counts of the filtered rows, once all records have loaded: earlier counts would change with each record. While the same records
 * are read again the former counts stay, so that nothing moves under the pointer.
 */
export function useFiguresOf(
  { source, state, key }: Across,
  { pageFilter, filters }: { pageFilter: PageFilter; filters: readonly Filter[] },
  today: string,
): AcrossFigures | undefined {
  const [found, setFound] = useState<AcrossFigures & { key: string }>();
  const total = state?.total ?? 0;
  const isSettled = state?.isSettled ?? false;
  useEffect(() => {
    if (!source || !isSettled) return undefined;
    let isOld = false;
    const by = [{ fieldName: status }];
    const ahead: Filter = { fieldName: day, kind: 'date', from: addDays(today, 1) };
    const unnumbered: Filter = { fieldName: 'ContractSequence', kind: 'oneOf', values: [null] };
    const numbers = [{ fieldName: 'ClientNumber' }, { fieldName: 'ContractNumber' }];
    Promise.all([
      source.groups(by, { hasSums: true, filters: [collectionsOnly], pageFilter }),
      source.groups(by, { filters: [...filters, ahead], pageFilter }),
      source.groups([...by, ...numbers], { filters: [...filters, ahead, unnumbered], pageFilter }),
    ]).then(
      ([groups, changeable, byNumbers]) => {
        if (isOld) return;
        const codeOf = ({ keys: [code] }: RowGroup) => code ?? '';
        const isEditable = (group: RowGroup) =>
          notEditableReasonOf({ isNumbered: true, status: codeOf(group), due: ahead.from ?? '' }, today) === undefined;
        const countOf = (all: readonly RowGroup[]) => all.filter(isEditable).reduce((sum, it) => sum + it.count, 0);
        const unidentified = countOf(byNumbers.filter(({ keys: [, client, contract] }) => !client || !contract));
        setFound({
          key,
          statuses: groups.map((it) => ({ code: codeOf(it), ...addUp(it.sums) })),
          editable: countOf(changeable) - unidentified,
          unidentified,
        });
      },
      // The report was closed.
      () => undefined,
    );
    return () => {
      isOld = true;
    };
  }, [source, pageFilter, filters, key, today, total, isSettled]);
  return found?.key === key ? found : undefined;
}
