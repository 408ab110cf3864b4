import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useConfig } from '#console/api/config.ts';
import { holdCredentials, useMessageUser, type Outgoing } from '#console/api/message-client.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { countText } from '#kit/ui/sums.ts';

const messagesOf = (count: number) => countText(count, ['message', 'messages']);

/** The confirmation before sending, as messages can't be recalled, with the messaging sign-in if it is not known yet. */
export function MessageConfirm(props: {
  items: readonly Outgoing[];
  /** Sent before, with an unknown outcome. */
  isAgain: boolean;
  /** The last username and password were wrong. */
  isRefused: boolean;
  notSent: number;
  onSend: () => void;
  onClose: () => void;
}) {
  const { items, isAgain, isRefused, notSent, onSend, onClose } = props;
  const { organisation } = useConfig();
  const user = useMessageUser();
  const needsSignIn = user === undefined;
  const form = useId();
  const [username, setUsername] = useState('');
  const password = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(isRefused ? 'Incorrect username or password. Nothing was sent.' : '');
  const [first] = items;
  const templates = [...new Set(items.map(({ content }) => `${content.templateName} (${content.language})`))].join(
    ', ',
  );
  const title = isAgain ? `Check ${messagesOf(items.length)}` : `Send ${messagesOf(items.length)}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (needsSignIn) {
      const given = { username: username.trim(), password: password.current?.value ?? '' };
      if (!given.username || !given.password) return setWrong('Enter both.');
      // Basic credentials are split at the first colon.
      if (given.username.includes(':')) return setWrong('A username can’t contain a colon.');
      holdCredentials(given);
    }
    onSend();
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" form={form} variant="contained" autoFocus={!needsSignIn}>
            {isAgain ? 'Check now' : title}
          </Button>
        </>
      }
    >
      <Stack component="form" id={form} spacing={1.5} onSubmit={submit} noValidate>
        <Typography>
          {templates} from {first?.from}, organisation {organisation}.{!isAgain && ' Sent messages can’t be recalled.'}
        </Typography>
        {notSent > 0 && (
          <Notice tone="warning">
            {notSent} more {notSent === 1 ? 'needs' : 'need'} fixing first and {notSent === 1 ? 'is' : 'are'} not sent.
          </Notice>
        )}
        {isAgain && (
          <Notice tone="info">
            The same messages go out under the same IDs. Each ID is sent once: those already received, or still on their
            way, are not sent again; the others are sent now.
          </Notice>
        )}
        {needsSignIn && (
          <>
            <Muted>
              Use {organisation}’s messaging login, not your own. It is kept until you close or reload the page.
            </Muted>
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
              <PlainInput
                label="Messaging username"
                autoFocus
                value={username}
                onChange={({ target }) => {
                  setUsername(target.value);
                  setWrong('');
                }}
                error={wrong}
                autoCapitalize="none"
              />
              <PlainInput
                label="Messaging password"
                type="password"
                ref={password}
                isWrong={wrong !== ''}
                // Browsers ignore `off` for passwords.
                autoComplete="new-password"
              />
            </Box>
          </>
        )}
      </Stack>
    </Modal>
  );
}
