import Button from '@mui/material/Button';
import { Notice } from '#kit/ui/notice.tsx';

/** For a form with the values of a draft. */
export const Restored = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice
    tone="info"
    role="status"
    action={
      <Button color="inherit" size="small" onClick={onDiscard}>
        Discard
      </Button>
    }
  >
    Restored what you typed
  </Notice>
);
