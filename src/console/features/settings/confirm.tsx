import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Modal } from '#kit/ui/modal.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';

interface Props {
  title: string;
  action: string;
  isSaving: boolean;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks before something that ends the work of others. */
export const ConfirmDialog = ({ title, action, isSaving, onConfirm, onClose, children }: Props) => (
  <Modal
    title={title}
    role="alertdialog"
    size="s"
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <SaveButton color="error" isSaving={isSaving} onClick={onConfirm}>
          {action}
        </SaveButton>
      </>
    }
  >
    {children}
  </Modal>
);
