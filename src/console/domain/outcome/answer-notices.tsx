import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { notifyManager, useQueryClient, type QueryCache } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isSuccess } from '#answers/decode.ts';
import { awayOf, awayTexts, CallError, isPassing, type AwayParty } from '#console/api/errors.ts';
import { keepTrying } from '#console/api/keep-trying.ts';
import { recordNoun } from '#console/model/repeated.ts';
import type { ApiResponse } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { countText } from '#kit/ui/sums.ts';

type Shown = ReturnType<QueryCache['findAll']>;

/** A text about the answers that the page shows. */
function useText<Text extends string>(textOf: (shown: Shown) => Text): Text {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    // Together with the page's own news of its answers: a moment earlier, the page still holds the old ones.
    useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    () => textOf(cache.findAll({ type: 'active' })),
  );
}

/** Convention 7 (docs/interface.md): only `SUCCESS` marks a successful call, even one with records. */
function IncompleteNotice() {
  const text = useText((shown) => {
    const statuses = shown.map(({ state }) => (state.data as { api?: ApiResponse } | undefined)?.api?.Status ?? '');
    return [...new Set(statuses)]
      .filter((it) => !isSuccess(it))
      .map((it) => `“${it}”`)
      .join(', ');
  });
  return text === '' ? null : (
    <Notice tone="warning" title="This may not be complete">
      The service ended an answer for this page with the status {text}. Records may be missing from its lists and
      figures.
    </Notice>
  );
}

/** Records that the service returned twice count once. */
function RepeatedNotice() {
  const text = useText((shown) => {
    const counts = new Map<string, number>();
    for (const { queryKey, state } of shown) {
      const { repeated = 0 } = (state.data ?? {}) as { repeated?: number };
      const noun = repeated > 0 ? recordNoun(operations[queryKey[0] as OperationName]) : undefined;
      if (noun) counts.set(noun, Math.max(counts.get(noun) ?? 0, repeated));
    }
    return [...counts]
      .map(([noun, count]) => `${countText(count, [noun, `${noun}s`])} came twice with the same values`)
      .join(', ');
  });
  return text === '' ? null : (
    <Notice tone="info" title="Not everything that came is counted">
      {text}. What came twice is counted once.
    </Notice>
  );
}

export const PageNotices = () => (
  <>
    <IncompleteNotice />
    <RepeatedNotice />
  </>
);

/** While it is read again, its error is gone. */
const isReadAgain = ({ state }: Shown[number]): boolean =>
  state.fetchStatus === 'fetching' && state.errorUpdatedAt > state.dataUpdatedAt;

const isOfRead = (error: unknown): boolean =>
  error instanceof CallError && operations[error.operation as OperationName]?.method === 'GET';

/** For an error that `AwayNotice` reports, and reads again: whether there was an earlier answer, which is still shown. */
export const useReadAgain = (error: unknown): 'shown' | 'missing' | '' =>
  useText((shown) => {
    if (!isPassing(error)) return '';
    const failed = shown.find(({ state }) => state.error === error);
    if (failed) return failed.state.data === undefined ? 'missing' : 'shown';
    // A page may hold the error for a moment longer than the cache does.
    return isOfRead(error) && shown.some(isReadAgain) ? 'missing' : '';
  });

/** Once for all of a page: the service, or the provider behind it, does not answer or refuses it. Until it does, what is missing is read again. */
export function AwayNotice() {
  const queries = useQueryClient();
  const [away, setAway] = useState<AwayParty | ''>('');
  const retries = useRef<ReturnType<typeof keepTrying>>(undefined);
  const now = useText((shown) => {
    const errors = shown.map(({ state }) => state.error).filter(isPassing);
    if (errors.length > 0) return awayOf(errors);
    return shown.some(isReadAgain) ? 'trying' : '';
  });
  if (now !== 'trying' && now !== away) setAway(now);
  const isAway = away !== '';
  useEffect(() => {
    if (!isAway) return undefined;
    retries.current = keepTrying(() =>
      queries.refetchQueries({ type: 'active', predicate: ({ state }) => isPassing(state.error) }),
    );
    return retries.current.stop;
  }, [isAway, queries]);
  // Offline the banner says it.
  return (
    isAway &&
    navigator.onLine && (
      <Notice
        tone="warning"
        title={awayTexts[away].title}
        sx={{ position: { md: 'sticky' }, top: 61, zIndex: 3, mb: 2 }}
        action={
          <Button size="small" onClick={() => retries.current?.now()}>
            Try again now
          </Button>
        }
      >
        {/* A focused field does not lie under it. */}
        <GlobalStyles styles={{ html: { scrollPaddingTop: 144 } }} />
        {awayTexts[away].next} We’ll keep trying. What you see and what you typed stay on this page.
      </Notice>
    )
  );
}
