import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { useAfterPress } from '#console/kit/form/after-press.ts';

/** The buttons of a form stay at the lower edge, where a dialog has its padding. */
export const formEnd = { pb: 0, '--form-end': '0px' };

/** The dialog around the form of one write. What is inside starts fresh each time that it opens. */
export function WriteDialog({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
}) {
  const titleId = useId();
  const isShown = useAfterPress(open);
  return (
    <Dialog
      open={isShown}
      // A press beside the dialog must not lose what was typed.
      onClose={(_event, reason) => reason !== 'backdropClick' && onClose()}
      maxWidth="sm"
      fullWidth
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={formEnd}>{isShown && children}</DialogContent>
    </Dialog>
  );
}
