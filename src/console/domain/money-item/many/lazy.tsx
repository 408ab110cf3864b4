import { lazy, Suspense } from 'react';
import { useAfterPress } from '#console/kit/form/after-press.ts';
import type { ManyProps } from './dialog.tsx';

const Dialog = lazy(async () => {
  // Loaded together: rows that appear later would move the buttons away from the pointer.
  const [{ ChangeMany: It }] = await Promise.all([
    import('./dialog.tsx'),
    import('#console/kit/grid/narrow/cards.tsx'),
  ]);
  return { default: It };
});

export function ChangeMany(props: ManyProps) {
  const isShown = useAfterPress(true);
  return (
    isShown && (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    )
  );
}
