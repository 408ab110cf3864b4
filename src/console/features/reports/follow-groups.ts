import type { Filter } from '#kit/base/grid-source.ts';
import type { RowGroup, GroupBy, ReportSource, ReportState } from '#report-engine/protocol.ts';

const pauseMs = 700;

interface Grouping {
  by: readonly GroupBy[];
  /** Over all matching records, independent of the view. */
  filters?: readonly Filter[];
  most?: number;
}

/**
 * Repeats while a report loads, and at once when it completes or its view changes. @returns a function that stops it
 */
export function followGroups(
  source: Pick<ReportSource, 'getSnapshot' | 'subscribe' | 'groups'>,
  { by, filters, most }: Grouping,
  take: (groups: readonly RowGroup[]) => void,
): () => void {
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRequesting = false;
  let seen: Pick<ReportState, 'joined' | 'total' | 'view'> | undefined;
  const ask = async (): Promise<void> => {
    const { joined, total, view, isBusy, isSettled } = source.getSnapshot();
    const isSameView = seen?.view === view && seen.joined === joined;
    const isTooEarly = isBusy || (total === 0 && !isSettled);
    if (isClosed || isRequesting || isTooEarly || (isSameView && seen?.total === total)) return;
    if (timer !== undefined && isSameView && !isSettled) return;
    clearTimeout(timer);
    seen = { joined, total, view };
    isRequesting = true;
    // A closed report no longer answers.
    const groups = await source.groups(by, { hasSums: true, filters, most }).catch(() => undefined);
    isRequesting = false;
    if (isClosed) return;
    if (groups) take(groups);
    timer = setTimeout(() => {
      timer = undefined;
      void ask();
    }, pauseMs);
    void ask();
  };
  const stop = source.subscribe(() => void ask());
  void ask();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    stop();
  };
}
