import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { EditorActions } from './cells.tsx';
import type { InstalmentEdit } from './edit.ts';
import { notEditableReason, isScheduled, nameOf, type Instalment } from './totals.ts';
import { useToday } from '../../session/today.ts';

// Three of them fit into the grid's column of actions.
const small = { size: 'small', sx: { minWidth: 0, px: 0.75 } } as const;

/** What can be done with an instalment: changed and cancelled until it is known to be over, looked into afterwards, and repeated. */
export function InstalmentActions({
  instalment,
  isOfMany,
  edit,
  dayHref,
  onCancel,
  onRepeat,
}: {
  instalment: Instalment;
  isOfMany: boolean;
  edit: InstalmentEdit;
  dayHref?: (instalment: Instalment) => string | undefined;
  onCancel: () => void;
  onRepeat: () => void;
}) {
  const why = notEditableReason(instalment, useToday());
  if (edit.isAt(instalment)) return <EditorActions edit={edit} isOfMany={isOfMany} />;
  const { resource } = edit;
  const name = nameOf(instalment, isOfMany);
  const day = dayHref?.(instalment);
  return (
    <>
      {!why && (
        <>
          <ActionButton
            operation={resource.edit}
            {...small}
            aria-label={`Edit ${name}`}
            onClick={() => edit.begin(instalment)}
          >
            Edit
          </ActionButton>
          <ActionButton
            operation={resource.cancel}
            {...small}
            color="error"
            aria-label={`Cancel ${name}`}
            onClick={onCancel}
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
        onClick={onRepeat}
      >
        Repeat
      </ActionButton>
    </>
  );
}
