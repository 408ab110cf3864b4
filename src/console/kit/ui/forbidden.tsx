import { useForbidden } from '#console/api/permission.ts';
import type { OperationName } from '#contract/operations.ts';
import { Notice } from './notice.tsx';

/**
 * At the head of a form's page, for who comes by its address: says that the sign-in does not include the operation before
 * anything is typed. Nothing for those who may.
 */
export function Forbidden({ operation }: { operation: OperationName }) {
  const why = useForbidden(operation);
  if (!why) return null;
  return (
    <Notice tone="info" title="Not permitted">
      {why} Ask whoever manages access at your organisation.
    </Notice>
  );
}
