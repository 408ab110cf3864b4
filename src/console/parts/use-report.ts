import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { operations, type OperationName } from '../../contract/operations.ts';
import { replaceToken, token } from '../auth.ts';
import { noteCall } from '../calls.ts';
import { useConfig } from '../config.ts';
import { usePlace, type Place } from '../place.ts';
import { openReport } from '../report/open-report.ts';
import type { ColumnSpec, Group, GroupBy, ReportSource, ReportState, SliceSpec, View } from '../report/protocol.ts';
import { sliceSpecs } from '../report/slices.ts';
import { noteSeen } from '../working-set.ts';
import type { Days } from './ranges.ts';
import { isLong, maySay, readView, writeView } from './report-address.ts';
import type { Report } from './report-list.ts';

/** The token as the slices of one report ask for it: renewed at the first refusal, by the person at the next. */
function tokens(): (refused?: string) => Promise<string> {
  let before: string | undefined;
  return async (refused) => {
    if (refused !== undefined) {
      // Two slices may be refused with the same token; only another one says that renewing it did not help.
      await replaceToken(refused, before !== undefined && before !== refused);
      before = refused;
    }
    return token();
  };
}

/** Records up to which all contracts of a report are met; of longer ones, those of the first rows: counting takes the page's time. */
const mostSeen = 20_000;
const firstSeen = 100;

const firstRows = (source: ReportSource, count: number) =>
  Array.from({ length: Math.min(count, firstSeen) }, (_, position) => source.rowAt(position) ?? {});

/** Every contract that the report's records name, once. */
async function contractsOf(source: ReportSource): Promise<object[]> {
  const words = ['ContractSequence', 'ClientNumber', 'ContractNumber', 'TransactionType'].filter((word) =>
    source.columns.some((it) => it.word === word),
  );
  const groups = await source.groups(
    words.map((word) => ({ word })),
    undefined,
    true,
  );
  return groups.map(({ keys }) =>
    Object.fromEntries(
      keys.map((key, at) => [words[at], words[at] === 'ContractSequence' && key !== null ? Number(key) : key]),
    ),
  );
}

/** Tells the support card and the working set what came, as `call` does for other pages. */
function noting(source: ReportSource, operation: OperationName, place: Place): () => void {
  const begun = performance.now();
  const noted = new Map<number, number>();
  let isSeen = false;
  const { family } = operations[operation];
  return source.subscribe(() => {
    const { slices, isSettled, count, total } = source.getSnapshot();
    for (const [index, { state, tries, reason }] of slices.entries()) {
      const isOver = state === 'failed' || state === 'cut' || state === 'done' || state === 'empty';
      if (!isOver || noted.get(index) === tries) continue;
      noted.set(index, tries);
      noteCall({
        operation,
        at: new Date().toISOString(),
        status: reason?.status ?? (state === 'failed' ? undefined : 200),
        callSequence: reason?.callSequence,
        outcome: state === 'failed' || state === 'cut' ? state : 'SUCCESS',
        milliseconds: Math.round(performance.now() - begun),
      });
    }
    if (!isSettled || isSeen || count === 0) return;
    isSeen = true;
    if (total > mostSeen) noteSeen(place, family, operation, firstRows(source, count));
    // A report that is being closed answers no more.
    else void contractsOf(source).then((seen) => noteSeen(place, family, operation, seen), unsubscribed);
  });
}

const unsubscribed = () => () => {};
const nothing = () => null;

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
  range: Days,
  words: Readonly<Record<string, unknown>> | null,
  view: View,
): OpenReport {
  const config = useConfig();
  const { merchant, product } = usePlace();
  const [asked, setAsked] = useState(0);
  const [source, setSource] = useState<ReportSource | null>(null);
  const slices = useMemo((): readonly SliceSpec[] | null => {
    const { operation, kind, isWhole } = report;
    return words && sliceSpecs({ operation, place: { merchant, product }, config, kind, range, words, isWhole });
  }, [report, range, words, config, merchant, product]);

  // By its text: the same question in a new object must not be asked again.
  const question = slices && JSON.stringify(slices);
  useEffect(() => {
    if (question === null) return;
    const opened = openReport({
      columns: report.columns,
      key: report.operation.response ?? '',
      slices: JSON.parse(question) as SliceSpec[],
      token: tokens(),
    });
    const stop = noting(opened, report.operation.name as OperationName, { merchant, product });
    setSource(opened);
    return () => {
      stop();
      opened.close();
      setSource(null);
    };
  }, [question, asked, report, merchant, product]);
  useEffect(() => source?.setView(view), [source, view]);

  const state = useReportState(source);
  const reload = useCallback(() => setAsked((before) => before + 1), []);
  return { source, state, reload };
}

export const useReportState = (source: ReportSource | null): ReportState | null =>
  useSyncExternalStore<ReportState | null>(
    useCallback((listener) => source?.subscribe(listener) ?? unsubscribed(), [source]),
    source ? () => source.getSnapshot() : nothing,
  );

/** Between two askings for the groups of a report that is being loaded. */
const pause = 700;

/** Groups over the rows of the view (`all`: over all records), asked for again while records come and when the view changes. */
export function useGroups(
  source: ReportSource | null,
  by: readonly GroupBy[],
  sum?: string,
  all = false,
): readonly Group[] | undefined {
  const asked = JSON.stringify(by);
  const [found, setFound] = useState<{ source: ReportSource; asked: string; groups: readonly Group[] }>();
  useEffect(() => {
    if (!source) return;
    let isClosed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let seen: Pick<ReportState, 'total' | 'view' | 'isBusy'> | undefined;
    const ask = async (): Promise<void> => {
      const { total, view, isBusy, isSettled } = source.getSnapshot();
      const isSame = seen?.total === total && seen.view === view && seen.isBusy === isBusy;
      if (isAsking || timer !== undefined || isSame || isClosed) return;
      seen = { total, view, isBusy };
      isAsking = true;
      // A report that is being closed answers no more.
      const groups = await source.groups(JSON.parse(asked) as GroupBy[], sum, all).catch(() => undefined);
      isAsking = false;
      if (isClosed) return;
      if (groups) setFound({ source, asked, groups });
      timer = setTimeout(
        () => {
          timer = undefined;
          void ask();
        },
        isSettled ? 0 : pause,
      );
    };
    const stop = source.subscribe(() => void ask());
    void ask();
    return () => {
      isClosed = true;
      clearTimeout(timer);
      stop();
    };
  }, [source, asked, sum, all]);
  return found?.source === source && found.asked === asked ? found.groups : undefined;
}

/** What of a view is held by the page because it may not stand in an address. */
type Held = Pick<View, 'search' | 'filters'>;
const heldNothing: Held = { search: '', filters: [] };

/** The view in the address, together with what may not stand there; and how to change it. */
export function useView(columns: readonly ColumnSpec[]): [View, (view: View) => void] {
  const [query, setQuery] = useSearchParams();
  const [held, setHeld] = useState(heldNothing);
  const said = JSON.stringify(readView(query, columns));
  const view = useMemo((): View => {
    const { search, filters, sort } = JSON.parse(said) as View;
    return { search: search || held.search, filters: [...filters, ...held.filters], sort };
  }, [said, held]);
  const setView = useCallback(
    (next: View) => {
      const search = isLong(next.search) ? '' : next.search;
      setHeld({
        search: search === next.search ? '' : next.search,
        filters: next.filters.filter((it) => !maySay(it)),
      });
      setQuery((before) => writeView(before, { ...next, search, filters: next.filters.filter(maySay) }), {
        // Only filters are steps to go Back through.
        replace: JSON.stringify(next.filters) === JSON.stringify(view.filters),
      });
    },
    [setQuery, view],
  );
  return [view, setView];
}
