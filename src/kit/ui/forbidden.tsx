import type { ReactNode } from 'react';
import { host, type KitOperations } from '#kit/host.ts';
import { Notice } from './notice.tsx';

/** For a page opened by its address: without permission it says so instead of its form. */
export function Forbidden({ operation, children }: { operation: keyof KitOperations; children?: ReactNode }) {
  const why = host.useForbidden(operation);
  if (!why) return children;
  return <Notice tone="info">{why} Ask your administrator.</Notice>;
}
