import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { FormActions } from '#console/domain/write/form-actions.tsx';
import { FormMessage } from '#kit/form/form-message.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { faultOf } from './faults.ts';

/** The texts of a form, by field. `{...input('Name')}` also shows the service's problem with it. */
export function useInputs<Field extends string>(start: Record<Field, string>, error: CallError | null) {
  const [texts, setTexts] = useState(start);
  const input = (field: Field) => ({
    value: texts[field],
    error: faultOf(error, field),
    onChange: ({ target: { value } }: { target: { value: string } }) => setTexts((now) => ({ ...now, [field]: value })),
  });
  return { texts, input };
}

interface Props {
  title: string;
  size?: 's';
  /** Those of the form, which show their own faults. */
  fields: readonly string[];
  change: { error: CallError | null; isPending: boolean };
  save: string;
  saving?: string;
  /** Once saved: what is shown only now, such as a secret. */
  result?: { title: string; content: ReactNode };
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A form of the settings in a dialog. An error of none of its fields is in the footer as well. */
export function SettingsForm(props: Props) {
  const { title, size, fields, change, save, saving, result, onSubmit, onClose, children } = props;
  const { error, isPending } = change;
  const wrong = fields.filter((field) => faultOf(error, field)).length;
  const form = useRef<HTMLFormElement>(null);
  // The first wrong field of a long form may not be visible.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  if (result)
    return (
      <Modal
        // Another dialog, which takes the focus.
        key="result"
        title={result.title}
        onClose={onClose}
        actions={<Button onClick={onClose}>Done</Button>}
        staysOnClickOutside
      >
        {result.content}
      </Modal>
    );
  return (
    <Modal title={title} size={size} onClose={onClose}>
      <Stack
        component="form"
        ref={form}
        noValidate
        spacing={2}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <FormActions notes={error && wrong === 0 && <ErrorState error={error} />}>
          <FormMessage wrong={wrong} />
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton type="submit" isSaving={isPending} saving={saving}>
            {save}
          </SaveButton>
        </FormActions>
      </Stack>
    </Modal>
  );
}
