import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { nounOf } from '#console/model/repeated.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { Notice } from './notice.tsx';
import { countText } from './sums.ts';

/** Records that the service returned twice count once. */
export function RepeatedNotice() {
  const cache = useQueryClient().getQueryCache();
  const text = useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    () => {
      const counts = new Map<string, number>();
      for (const { queryKey, state } of cache.findAll({ type: 'active' })) {
        const { repeated = 0 } = (state.data ?? {}) as { repeated?: number };
        const noun = repeated > 0 ? nounOf(operations[queryKey[0] as OperationName]) : undefined;
        if (noun) counts.set(noun, Math.max(counts.get(noun) ?? 0, repeated));
      }
      return [...counts]
        .map(([noun, count]) => `${countText(count, [noun, `${noun}s`])} came twice with the same values`)
        .join(', ');
    },
  );
  return text === '' ? null : (
    <Notice tone="info" title="Not everything that came is counted">
      {text}. What came twice is counted once.
    </Notice>
  );
}
