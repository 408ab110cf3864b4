import { createContext, startTransition, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { isLong, isWithoutFilters, maySay, readView, writeView } from '#console/domain/collections/report-address.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { openNoted } from '#console/domain/collections/report-noted.ts';
import { useAddress } from '#console/kit/address/address.ts';
import type { Days, Times } from '#console/kit/dates/ranges.ts';
import type {
  ColumnSpec,
  Filter,
  Group,
  GroupBy,
  ReportSource,
  ReportState,
  SliceSpec,
  View,
} from '#console/report-engine/protocol.ts';
import { sliceSpecs } from '#console/report-engine/slices.ts';
import { followGroups } from './follow-groups.ts';

export interface OpenReport {
  source: ReportSource | null;
  state: ReportState | null;
  /** Asks for everything again. */
  reload(): void;
}

/**
 * Opens the report for as long as the component is drawn and the question stays the same. The view is applied by the
 * report itself, without asking the service again.
 *
 * @param words the query's words besides the range; null asks for nothing
 */
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

  // By its text: the same question in a new object must not be asked again.
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

/** Drawn in turns: at once, every state of a report that is being loaded would hold the page. */
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

/**
 * Groups with their sums over the rows of the view, or over all records that meet the filters, asked for again while
 * records come and when the view changes.
 */
export function useGroups(
  source: ReportSource | null,
  by: readonly GroupBy[],
  { filters, most }: { filters?: readonly Filter[]; most?: number } = {},
): readonly Group[] | undefined {
  const byText = JSON.stringify(by);
  const filtersText = JSON.stringify(filters);
  const [found, setFound] = useState<{ source: ReportSource; byText: string; groups: readonly Group[] }>();
  useEffect(() => {
    if (!source) return undefined;
    const take = (groups: readonly Group[]) => startTransition(() => setFound({ source, byText, groups }));
    const own = filtersText === undefined ? undefined : (JSON.parse(filtersText) as Filter[]);
    return followGroups(source, { by: JSON.parse(byText) as GroupBy[], filters: own, most }, take);
  }, [source, byText, filtersText, most]);
  return found?.source === source && found.byText === byText ? found.groups : undefined;
}

/** What of a view is held by the page because it may not stand in an address. */
type Held = Pick<View, 'search' | 'filters'>;
const heldNothing: Held = { search: '', filters: [] };

type SetHeld = (held: Held) => void;

/** Holds it for all pages of one report: what narrows the report narrows what it is compared with, too. */
export const HeldView = createContext<readonly [Held, SetHeld]>([heldNothing, () => {}]);
export const useHeldView = (): [Held, SetHeld] => useState(heldNothing);

export const isNarrowed = ({ search, filters }: Pick<View, 'search' | 'filters'>): boolean =>
  search !== '' || filters.length > 0;

/** The parameter of an address that shows all fields of new records. */
export const creationsParam = 'created';

/** Whether a report logs what was created field by field. */
export const logsCreations = (columns: readonly ColumnSpec[]): boolean =>
  ['ChangeType', 'FieldChanged'].every((it) => columns.some(({ fieldName }) => fieldName === it));

/** The view in the address, together with what may not stand there; and how to change it. */
export function useView(report: Report): [View, (view: View) => void] {
  const [query, change] = useAddress();
  const [held, setHeld] = use(HeldView);
  const viewText = JSON.stringify(readView(query, report));
  const foldsCreations = logsCreations(report.columns) && query.get(creationsParam) !== 'all';
  const view = useMemo((): View => {
    const { search, filters, sort } = JSON.parse(viewText) as View;
    const all = { search: search || held.search, filters: [...filters, ...held.filters], sort };
    return foldsCreations && !isNarrowed(all) ? { ...all, within: { foldsCreations } } : all;
  }, [viewText, held, foldsCreations]);
  const isUsual = report.usual.length > 0 && isWithoutFilters(query, report);
  useEffect(() => {
    // Said in the address: a filter that is added there must not take away the usual ones.
    if (isUsual) change((now) => writeView(now, readView(now, report), report), { replace: true });
  }, [isUsual, change, report]);
  const setView = useCallback(
    (next: View) => {
      const search = isLong(next.search) ? '' : next.search;
      setHeld({
        search: search === next.search ? '' : next.search,
        filters: next.filters.filter((it) => !maySay(it)),
      });
      change((now) => writeView(now, { ...next, search, filters: next.filters.filter(maySay) }, report), {
        // Only filters are steps to go Back through.
        replace: JSON.stringify(next.filters) === JSON.stringify(view.filters),
      });
    },
    [change, setHeld, view, report],
  );
  return [view, setView];
}
