import type { ReactNode } from 'react';
import { useAfterPress } from '#kit/form/after-press.ts';
import { Modal } from '#kit/ui/modal.tsx';

/** Its content mounts again on every opening. */
export function WriteDialog(props: { open: boolean; title: string; onClose(): void; children: ReactNode }) {
  const { open, title, onClose, children } = props;
  const isShown = useAfterPress(open);
  return (
    isShown && (
      <Modal title={title} staysOnClickOutside onClose={onClose}>
        {children}
      </Modal>
    )
  );
}
