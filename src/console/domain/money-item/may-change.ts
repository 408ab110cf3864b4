import { useForbidden } from '#console/api/permission.ts';
import type { MoneyItemResource } from './resource.ts';

/** What this person may do with instalments or payments. Who may neither edit nor cancel has nothing to select. */
export function useMayChange({ edit, cancel }: MoneyItemResource) {
  const mayEdit = useForbidden(edit) === undefined;
  const mayCancel = useForbidden(cancel) === undefined && cancel !== undefined;
  return { mayEdit, mayCancel, isSelectable: mayEdit || mayCancel };
}
