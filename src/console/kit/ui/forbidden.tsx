import { useForbidden } from '#console/api/permission.ts';
import type { OperationName } from '#contract/operations.ts';
import { Notice } from './notice.tsx';

/** For a page opened by its address without permission. */
export function Forbidden({ operation }: { operation: OperationName }) {
  const why = useForbidden(operation);
  if (!why) return null;
  return (
    <Notice tone="info" title="Not permitted">
      {why} Ask whoever manages access at your organisation.
    </Notice>
  );
}
