import Button from '@mui/material/Button';
import { useLeaveGuard } from '#kit/form/use-leave-guard.ts';
import { Modal } from '#kit/ui/modal.tsx';

/** Confirms leaving a form with unsaved input. `isKept`: the input is kept as a draft. */
export function LeaveDialog({ isBlocking, isKept }: { isBlocking: () => boolean; isKept: boolean }) {
  const { leave, stay } = useLeaveGuard(isBlocking);
  if (!leave) return null;
  return (
    <Modal
      title="Leave without saving?"
      role="alertdialog"
      size="s"
      onClose={stay}
      actions={
        <>
          <Button onClick={leave}>Leave page</Button>
          <Button variant="contained" autoFocus onClick={stay}>
            Keep editing
          </Button>
        </>
      }
    >
      {isKept
        ? 'What you typed is kept until you close this tab, except account and ID numbers.'
        : 'What you typed will be lost.'}
    </Modal>
  );
}
