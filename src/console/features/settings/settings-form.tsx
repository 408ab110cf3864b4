import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { Modal } from '#console/kit/ui/modal.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import { faultOf } from './faults.ts';

interface Props {
  title: string;
  size?: 's';
  /** Those of the form, which show their own faults. */
  fields: readonly string[];
  change: { error: CallError | null; isPending: boolean };
  save: string;
  saving?: string;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A form of the settings in a dialog. An error of none of its fields is above the buttons. */
export function SettingsForm({ title, size, fields, change, save, saving, onSubmit, onClose, children }: Props) {
  const { error, isPending } = change;
  return (
    <Modal title={title} size={size} onClose={onClose} staysOnClickOutside>
      <Stack
        component="form"
        noValidate
        spacing={2}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {error && !fields.some((field) => faultOf(error, field)) && <ErrorState error={error} />}
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', pb: 2.5 }}>
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton type="submit" isSaving={isPending} saving={saving}>
            {save}
          </SaveButton>
        </Stack>
      </Stack>
    </Modal>
  );
}
