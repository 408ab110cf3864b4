import { memo } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useToday } from '#console/session/today.ts';
import { RowMenu, type MenuItem } from '#kit/ui/menu.tsx';
import { nameOf, type MoneyItem } from './item.ts';
import { useMayChange } from './may-change.ts';
import type { MoneyItemResource } from './resource.ts';
import { notEditableReason } from './rules.ts';

/** What can be done with an item. Without permission an action is left out. Memoised: the menus of all rows are slow. */
export const ItemActions = memo(function ItemActions(props: {
  resource: MoneyItemResource;
  item: MoneyItem;
  isOfMany: boolean;
  /** Link to its day's history. */
  day: string | undefined;
  /** Link to what is known of a debit that has an outcome. */
  file?: string;
  onEdit: (item: MoneyItem) => void;
  onCancel: (item: MoneyItem) => void;
  onRepeat?: (item: MoneyItem) => void;
}) {
  const { resource, item, isOfMany, day, file, onEdit, onCancel, onRepeat } = props;
  const reason = notEditableReason(item, useToday());
  const { mayEdit, mayCancel } = useMayChange(resource);
  const mayCreate = useForbidden(resource.create) === undefined;
  const isOpen = reason === undefined || item.stage === 'scheduled';
  const items: (MenuItem | false | undefined)[] = [
    isOpen && mayEdit && { label: 'Edit', reason, act: () => onEdit(item) },
    mayCreate && onRepeat && { label: 'Duplicate to next month', act: () => onRepeat(item) },
    day !== undefined && { label: 'History', to: day },
    file !== undefined && { label: 'Dispute file', to: file },
    isOpen && mayCancel && { label: 'Cancel', reason, isDanger: true, act: () => onCancel(item) },
  ];
  return <RowMenu name={`Actions for ${nameOf(item, isOfMany)}`} items={items.filter((it) => !!it)} />;
});
