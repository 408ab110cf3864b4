import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Modal } from '#kit/ui/modal.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { FormMessage } from './form-message.tsx';
import { PlainTextArea } from './plain-field.tsx';

interface Props {
  title: string;
  text: string;
  /** What the button says, and says while it runs. */
  action: string;
  saving?: string;
  maxLength: number;
  reason?: string;
  /** @throws Error with a sentence for the person; closed otherwise */
  send(reason: string): Promise<unknown> | void;
  onClose(): void;
}

/** Does something for which a reason is kept. */
export function ReasonDialog({ title, text, action, saving, maxLength, reason: before = '', send, onClose }: Props) {
  const [reason, setReason] = useState(before);
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [isTried, setTried] = useState(false);
  const isWrong = isTried && reason.trim() === '';
  const submit = async () => {
    setTried(true);
    if (reason.trim() === '') return;
    setSaving(true);
    setProblem('');
    try {
      await send(reason.trim());
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
      setSaving(false);
    }
  };
  return (
    <Modal
      title={title}
      size="s"
      onClose={onClose}
      actions={
        <>
          <FormMessage wrong={isWrong ? 1 : 0} others={problem ? [problem] : []} />
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton isSaving={isSaving} saving={saving} onClick={() => void submit()}>
            {action}
          </SaveButton>
        </>
      }
    >
      <Stack spacing={2}>
        <Typography>{text}</Typography>
        <PlainTextArea
          label="Reason"
          required
          rows={3}
          maxLength={maxLength}
          value={reason}
          error={isWrong ? 'Enter a reason' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </Stack>
    </Modal>
  );
}
