import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { productName, useTenant } from '#console/api/tenant.ts';
import { DifferenceList } from '#console/kit/form/difference-list.tsx';
import type { Changed } from '#console/kit/form/difference.ts';
import { Modal } from '#console/kit/ui/modal.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';
import { countText } from '#console/kit/ui/sums.ts';

export function ReviewDialog(props: {
  of: string;
  changes: readonly Changed[] | undefined;
  record: Record<string, unknown>;
  note?: ReactNode;
  pending: boolean;
  onSend: () => void;
  onClose: () => void;
}) {
  const { of, changes, record, note, pending, onSend, onClose } = props;
  const { merchant, product } = useTenant();
  const count = changes?.length ?? 0;
  const words = countText(count, ['change', 'changes']);
  if (!changes) return null;
  return (
    <Modal
      title={`Review ${words}`}
      size="l"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SaveButton autoFocus isSaving={pending} onClick={onSend}>
            Save {words}
          </SaveButton>
        </>
      }
    >
      <Stack spacing={2}>
        <Typography>
          {of}, merchant {merchant}, {productName(product)}. Only these fields change; all others stay as they are.
        </Typography>
        <DifferenceList changes={changes} record={record} />
        {note}
      </Stack>
    </Modal>
  );
}
