import { createContext, startTransition, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { isLong, isWithoutFilters, maySay, readView, writeView } from '#console/domain/collections/report-address.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { openNoted } from '#console/domain/collections/report-noted.ts';
import { useAddress } from '#kit/address/address.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days, Times } from '#kit/dates/ranges.ts';
import type { RowGroup, GroupBy, ReportSource, ReportState, SliceSpec, View } from '#report-engine/protocol.ts';
import { sliceSpecs } from '#report-engine/slices.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { followGroups } from './follow-groups.ts';

export interface OpenReport {
  source: ReportSource | null;
  state: ReportState | null;
  reload(): void;
}

/** View changes don't call the service. @param words query fields without the range; null opens nothing */
export function useReport(
  report: Report,
  range: Days & Times,
  fields: Readonly<Record<string, unknown>> | null,
  view: View,
): OpenReport {
  const config = useConfig();
  const { merchant, product } = useTenant();
  const [round, setRound] = useState(0);
  const [source, setSource] = useState<ReportSource | null>(null);
  const slices = useMemo((): readonly SliceSpec[] | null => {
    const { operation, kind, isWhole } = report;
    return fields && sliceSpecs({ operation, tenant: { merchant, product }, config, kind, range, fields, isWhole });
  }, [report, range, fields, config, merchant, product]);

  // Compared as text: an equal query in a new object must not reopen it.
  const question = slices && JSON.stringify(slices);
  useEffect(() => {
    if (question === null) return;
    const { source: opened } = openNoted(report, JSON.parse(question) as SliceSpec[], { merchant, product });
    setSource(opened);
    return () => {
      opened.close();
      setSource(null);
    };
  }, [question, round, report, merchant, product]);
  useEffect(() => source?.setView(view), [source, view]);

  const state = useReportState(source);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { source, state, reload };
}

/** As a transition: every state of a loading report would block the page. */
function useReportState(source: ReportSource | null): ReportState | null {
  const [seen, setSeen] = useState<{ source: ReportSource; state: ReportState }>();
  useEffect(() => {
    if (!source) return undefined;
    const take = () => startTransition(() => setSeen({ source, state: source.getSnapshot() }));
    take();
    return source.subscribe(take);
  }, [source]);
  return source && (seen?.source === source ? seen.state : source.getSnapshot());
}

/** Of the view's rows or of all matching records. */
export function useGroups(
  source: ReportSource | null,
  by: readonly GroupBy[],
  { filters, most }: { filters?: readonly Filter[]; most?: number } = {},
): readonly RowGroup[] | undefined {
  const byText = JSON.stringify(by);
  const filtersText = JSON.stringify(filters);
  const [found, setFound] = useState<{ source: ReportSource; byText: string; groups: readonly RowGroup[] }>();
  useEffect(() => {
    if (!source) return undefined;
    const take = (groups: readonly RowGroup[]) => startTransition(() => setFound({ source, byText, groups }));
    const own = filtersText === undefined ? undefined : (JSON.parse(filtersText) as Filter[]);
    return followGroups(source, { by: JSON.parse(byText) as GroupBy[], filters: own, most }, take);
  }, [source, byText, filtersText, most]);
  return found?.source === source && found.byText === byText ? found.groups : undefined;
}

/** Parts of a view that can't be in the address. */
type PrivateFilters = Pick<View, 'search' | 'filters'>;
const noPrivateFilters: PrivateFilters = { search: '', filters: [] };

type SetPrivateFilters = (privateFilters: PrivateFilters) => void;

/** Shared by all pages of one report, including comparisons. */
export const PrivateFiltersContext = createContext<readonly [PrivateFilters, SetPrivateFilters]>([
  noPrivateFilters,
  () => {},
]);
export const usePrivateFilters = (): [PrivateFilters, SetPrivateFilters] => useState(noPrivateFilters);

export const isNarrowed = ({ search, filters }: Pick<View, 'search' | 'filters'>): boolean =>
  search !== '' || filters.length > 0;

/** Shows each field of an action in a row of its own. */
export const actionsParam = 'actions';

/** Field by field. */
export const logsActions = (columns: readonly ColumnSpec[]): boolean =>
  ['ChangeType', 'FieldChanged'].every((it) => columns.some(({ fieldName }) => fieldName === it));

export function useView(report: Report): [View, (view: View) => void] {
  const [query, change] = useAddress();
  const [privateFilters, setPrivateFilters] = use(PrivateFiltersContext);
  const viewText = JSON.stringify(readView(query, report));
  const foldsActions = logsActions(report.columns) && query.get(actionsParam) !== 'all';
  const view = useMemo((): View => {
    const { search, filters, sort } = JSON.parse(viewText) as View;
    const all = { search: search || privateFilters.search, filters: [...filters, ...privateFilters.filters], sort };
    return foldsActions && !isNarrowed(all) ? { ...all, foldsActions } : all;
  }, [viewText, privateFilters, foldsActions]);
  const isUsual = report.usual.length > 0 && isWithoutFilters(query, report);
  useEffect(() => {
    // Made explicit: adding a filter must not drop the default ones.
    if (isUsual) change((now) => writeView(now, readView(now, report), report), { replace: true });
  }, [isUsual, change, report]);
  const setView = useCallback(
    (next: View) => {
      const search = isLong(next.search) ? '' : next.search;
      setPrivateFilters({
        search: search === next.search ? '' : next.search,
        filters: next.filters.filter((it) => !maySay(it)),
      });
      change((now) => writeView(now, { ...next, search, filters: next.filters.filter(maySay) }, report), {
        // Only filter changes are history entries.
        replace: JSON.stringify(next.filters) === JSON.stringify(view.filters),
      });
    },
    [change, setPrivateFilters, view, report],
  );
  return [view, setView];
}
