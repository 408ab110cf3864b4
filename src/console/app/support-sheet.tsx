import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Modal } from '../kit/ui/modal.tsx';
import { SupportCard } from '../kit/outcome/support-card.tsx';

/** The latest calls, to be copied for support. */
export function SupportSheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal label="Details for support" onClose={onClose}>
      <Stack spacing={2} sx={{ p: 3 }}>
        <Typography variant="h2">Details for support</Typography>
        <Typography color="textSecondary">
          The latest calls of this window. They hold no client, contract or account number.
        </Typography>
        <SupportCard />
        <Button variant="contained" autoFocus onClick={onClose} sx={{ alignSelf: 'flex-start' }}>
          Close
        </Button>
      </Stack>
    </Modal>
  );
}
