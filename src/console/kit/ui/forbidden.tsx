import type { ReactNode } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import type { OperationName } from '#contract/operations.ts';
import { Notice } from './notice.tsx';

/** For a page opened by its address: without permission it says so instead of its form. */
export function Forbidden({ operation, children }: { operation: OperationName; children?: ReactNode }) {
  const why = useForbidden(operation);
  if (!why) return children;
  return <Notice tone="info">{why} Ask your administrator.</Notice>;
}
