import { lazy, Suspense } from 'react';
import { AfterPress } from '../../../kit/form/after-press.ts';
import type { ManyProps } from './dialog.tsx';

const Dialog = lazy(async () => {
  // Its rows stand in cards, which would come after it and push its buttons away from the pointer.
  const [{ ChangeMany: It }] = await Promise.all([
    import('./dialog.tsx'),
    import('../../../kit/grid/narrow/cards.tsx'),
  ]);
  return { default: It };
});

/** The dialog that changes instalments, loaded when it is first opened. */
export const ChangeMany = (props: ManyProps) => (
  <AfterPress>
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  </AfterPress>
);
