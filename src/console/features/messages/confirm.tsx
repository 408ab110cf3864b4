import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useConfig } from '#console/api/config.ts';
import type { Outgoing } from '#console/api/message-client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Modal } from '#console/kit/ui/modal.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { countText } from '#console/kit/ui/sums.ts';

const messagesOf = (count: number) => countText(count, ['message', 'messages']);

/** The confirmation before sending: messages can't be recalled. */
export function MessageConfirm({
  items,
  isAgain,
  notSent,
  onSend,
  onClose,
}: {
  items: readonly Outgoing[];
  /** Sent before, with an unknown outcome. */
  isAgain: boolean;
  notSent: number;
  onSend: () => void;
  onClose: () => void;
}) {
  const { organisation, messages } = useConfig();
  const { merchant, product } = useTenant();
  const [first] = items;
  const templates = [...new Set(items.map(({ content }) => `${content.templateName} (${content.language})`))].join(
    ', ',
  );
  const isRisky = isAgain && messages.repeats === 'unknown';
  const title = isAgain ? `Check ${messagesOf(items.length)}` : `Send ${messagesOf(items.length)}`;
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="contained" color={isRisky ? 'error' : 'primary'} autoFocus onClick={onSend}>
            {isRisky ? 'Send them again' : isAgain ? 'Check now' : title}
          </Button>
        </>
      }
    >
      <Stack spacing={1.5}>
        <Typography>
          {templates} from {first?.from}, organisation {organisation}; clients of merchant {merchant}, {product}.
        </Typography>
        {!isAgain && <Typography>Sent messages cannot be recalled.</Typography>}
        {notSent > 0 && (
          <Notice tone="warning">
            {notSent} more {notSent === 1 ? 'needs' : 'need'} fixing first and {notSent === 1 ? 'is' : 'are'} not sent.
          </Notice>
        )}
        {isAgain && !isRisky && (
          <Notice tone="info">
            The same messages go out under the same IDs. Each ID is sent once: those already received are not sent
            again, the others are sent now.
          </Notice>
        )}
        {isRisky && (
          <Notice tone="warning">
            The same messages go out under the same IDs. It is not known whether each ID is sent only once, so some
            people may get theirs twice.
          </Notice>
        )}
      </Stack>
    </Modal>
  );
}
