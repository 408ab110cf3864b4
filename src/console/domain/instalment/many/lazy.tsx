import { lazy, Suspense } from 'react';
import type { ManyProps } from './dialog.tsx';

const Dialog = lazy(() => import('./dialog.tsx').then((it) => ({ default: it.ChangeMany })));

/** The dialog that changes instalments, loaded when it is first opened. */
export const ChangeMany = (props: ManyProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
);
