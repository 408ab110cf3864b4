import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useLeaveGuard } from '#console/kit/form/use-leave-guard.ts';

/** Asks before typed work is left. `isKept`: what is typed waits as a draft. */
export function LeaveDialog({ isBlocking, isKept }: { isBlocking: () => boolean; isKept: boolean }) {
  const id = useId();
  const { leave, stay } = useLeaveGuard(isBlocking);
  return (
    <Dialog open={leave !== undefined} onClose={stay} maxWidth="xs" fullWidth role="alertdialog" aria-labelledby={id}>
      <DialogTitle id={id}>Leave without saving?</DialogTitle>
      <DialogContent>
        {isKept
          ? 'What you typed is kept until you close this tab, except account and ID numbers.'
          : 'What you typed will be lost.'}
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>Leave page</Button>
        <Button variant="contained" autoFocus onClick={stay}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
