import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { useToday } from '#console/session/today.ts';
import { nameOf, type MoneyItem } from './item.ts';
import type { MoneyItemResource } from './resource.ts';
import { isScheduled, notEditableReason } from './rules.ts';

// Three fit into the grid's actions column.
const small = { size: 'small', sx: { minWidth: 0, px: 0.75 } } as const;

/**
 * An item's buttons: edit and cancel until it is over, then its history; and repeat. Memoised: rendering the buttons of
 * all rows is slow.
 */
export const ItemActions = memo(function ItemActions({
  resource,
  item,
  isOfMany,
  day,
  onEdit,
  onCancel,
  onRepeat,
}: {
  resource: MoneyItemResource;
  item: MoneyItem;
  isOfMany: boolean;
  /** Link to its day's history. */
  day: string | undefined;
  onEdit: (item: MoneyItem) => void;
  onCancel: (item: MoneyItem) => void;
  onRepeat?: (item: MoneyItem) => void;
}) {
  const why = notEditableReason(item, useToday());
  const name = nameOf(item, isOfMany);
  return (
    <>
      {!why && (
        <>
          <ActionButton operation={resource.edit} {...small} aria-label={`Edit ${name}`} onClick={() => onEdit(item)}>
            Edit
          </ActionButton>
          {resource.cancel && (
            <ActionButton
              operation={resource.cancel}
              {...small}
              color="error"
              aria-label={`Cancel ${name}`}
              onClick={() => onCancel(item)}
            >
              Cancel
            </ActionButton>
          )}
        </>
      )}
      {why && isScheduled(item) && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ mr: 1 }}>
          {why}
        </Typography>
      )}
      {why && !isScheduled(item) && day !== undefined && (
        <Button {...small} component={Link} to={day} aria-label={`History of ${name}`}>
          History
        </Button>
      )}
      {onRepeat && (
        <ActionButton
          operation={resource.create}
          {...small}
          aria-label={`Repeat ${name}: a new one like it, a month later`}
          onClick={() => onRepeat(item)}
        >
          Repeat
        </ActionButton>
      )}
    </>
  );
});
