import { useQueryClient, type QueryCache } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isSuccess } from '#console/api/decode.ts';
import { nounOf } from '#console/model/repeated.ts';
import type { ApiResponse } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { Notice } from './notice.tsx';
import { countText } from './sums.ts';

type Shown = ReturnType<QueryCache['findAll']>;

/** A text about the answers that the page shows. */
function useText(textOf: (shown: Shown) => string): string {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    () => textOf(cache.findAll({ type: 'active' })),
  );
}

/** Convention 7 (docs/interface.md): only `SUCCESS` marks a successful call, even one with records. */
export function IncompleteNotice() {
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
export function RepeatedNotice() {
  const text = useText((shown) => {
    const counts = new Map<string, number>();
    for (const { queryKey, state } of shown) {
      const { repeated = 0 } = (state.data ?? {}) as { repeated?: number };
      const noun = repeated > 0 ? nounOf(operations[queryKey[0] as OperationName]) : undefined;
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
