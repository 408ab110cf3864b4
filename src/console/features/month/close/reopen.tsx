import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PlainTextArea } from '#console/kit/form/plain-field.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';

interface Props {
  name: string;
  reopen(reason: string): Promise<unknown>;
  onClose(): void;
}

export function ReopenDialog({ name, reopen, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [isTried, setTried] = useState(false);
  const send = async () => {
    setTried(true);
    if (reason.trim() === '') return;
    setSaving(true);
    setProblem('');
    try {
      await reopen(reason.trim());
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
      setSaving(false);
    }
  };
  return (
    <Modal
      title={`Reopen ${name}?`}
      size="s"
      staysOnClickOutside
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton isSaving={isSaving} saving="Reopening…" onClick={() => void send()}>
            Reopen
          </SaveButton>
        </>
      }
    >
      <Stack spacing={2}>
        <Typography>The close and its signature are kept. The reason is kept with them.</Typography>
        <PlainTextArea
          label="Reason"
          required
          rows={3}
          maxLength={500}
          value={reason}
          error={isTried && reason.trim() === '' ? 'Enter a reason' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {problem && <Notice tone="error">{problem}</Notice>}
      </Stack>
    </Modal>
  );
}
