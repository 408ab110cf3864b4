import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';

/** The form of a merchant's rule, on its page: the buttons are there while it differs from what is stored. */
export function RuleForm(props: {
  save: { error: CallError | null; isPending: boolean; reset(): void };
  /** Whether one of the inputs shows the error. */
  isErrorAtField: boolean;
  isChanged: boolean;
  /** Before saving. */
  note?: ReactNode;
  onSubmit(): void;
  /** Takes what is stored again. */
  onCancel(): void;
  children: ReactNode;
}) {
  const { save, isErrorAtField, isChanged, note, onSubmit, onCancel, children } = props;
  return (
    <Stack
      component="form"
      noValidate
      spacing={1.5}
      sx={{ maxWidth: 360 }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {save.error && !isErrorAtField && <ErrorState error={save.error} />}
      {isChanged && note}
      {isChanged && (
        <Stack direction="row" spacing={1}>
          <SaveButton type="submit" isSaving={save.isPending}>
            Save
          </SaveButton>
          <Button
            onClick={() => {
              save.reset();
              onCancel();
            }}
          >
            Cancel
          </Button>
        </Stack>
      )}
    </Stack>
  );
}
