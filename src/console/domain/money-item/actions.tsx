import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { useToday } from '#console/session/today.ts';
import { nameOf, type Instalment } from './item.ts';
import type { InstalmentResource } from './resource.ts';
import { isScheduled, notEditableReason } from './rules.ts';

// Three of them fit into the grid's column of actions.
const small = { size: 'small', sx: { minWidth: 0, px: 0.75 } } as const;

/**
 * What can be done with an instalment: changed and cancelled until it is known to be over, looked into afterwards, and
 * repeated. Drawn by itself: the buttons of all rows take longer than whatever is done with one of them.
 */
export const InstalmentActions = memo(function InstalmentActions({
  resource,
  instalment,
  isOfMany,
  day,
  onEdit,
  onCancel,
  onRepeat,
}: {
  resource: InstalmentResource;
  instalment: Instalment;
  isOfMany: boolean;
  /** Where it is told what became of its day. */
  day: string | undefined;
  onEdit: (instalment: Instalment) => void;
  onCancel: (instalment: Instalment) => void;
  onRepeat: (instalment: Instalment) => void;
}) {
  const why = notEditableReason(instalment, useToday());
  const name = nameOf(instalment, isOfMany);
  return (
    <>
      {!why && (
        <>
          <ActionButton
            operation={resource.edit}
            {...small}
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(instalment)}
          >
            Edit
          </ActionButton>
          <ActionButton
            operation={resource.cancel}
            {...small}
            color="error"
            aria-label={`Cancel ${name}`}
            onClick={() => onCancel(instalment)}
          >
            Cancel
          </ActionButton>
        </>
      )}
      {why && isScheduled(instalment) && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ mr: 1 }}>
          {why}
        </Typography>
      )}
      {why && !isScheduled(instalment) && day !== undefined && (
        <Button {...small} component={Link} to={day} aria-label={`History of ${name}`}>
          History
        </Button>
      )}
      <ActionButton
        operation={resource.create}
        {...small}
        aria-label={`Repeat ${name}: a new one like it, a month later`}
        onClick={() => onRepeat(instalment)}
      >
        Repeat
      </ActionButton>
    </>
  );
});
