import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useConfig } from '#console/api/config.ts';
import { holdCredentials, useMessageUser } from '#console/api/message-client.ts';
import { PlainInput } from '#console/kit/form/plain-field.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { Section } from '#console/kit/ui/section.tsx';

const takeFocus = (line: HTMLElement | null) => line?.focus();

/** The username and password for messages, which belong to the organisation, not to the person. */
export function MessageSignIn({ isRefused }: { isRefused: boolean }) {
  const { messages, organisation } = useConfig();
  const user = useMessageUser();
  // The last button used; its counterpart replaces it and takes the focus.
  const [pressed, setPressed] = useState<'use' | 'forget'>();
  if (messages.credentials === 'server')
    return isRefused ? (
      <Notice tone="error" title="The messaging username or password of this installation was not accepted">
        Nothing was sent. Ask whoever runs this console to correct them. Your messages are kept as they are.
      </Notice>
    ) : null;
  if (user !== undefined)
    return (
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography tabIndex={-1} ref={pressed === 'use' ? takeFocus : undefined} sx={{ outline: 'none' }}>
          Messages go out as <strong>{user}</strong>, organisation {organisation}.
        </Typography>
        <Button
          size="small"
          onClick={() => {
            setPressed('forget');
            holdCredentials(undefined);
          }}
        >
          Disconnect
        </Button>
      </Stack>
    );
  return <SignInForm isRefused={isRefused} isForgotten={pressed === 'forget'} onGiven={() => setPressed('use')} />;
}

function SignInForm({
  isRefused,
  isForgotten,
  onGiven,
}: {
  isRefused: boolean;
  isForgotten: boolean;
  onGiven: () => void;
}) {
  const { organisation } = useConfig();
  const [username, setUsername] = useState('');
  const password = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    if (isRefused || isForgotten) first.current?.focus();
  }, [isRefused, isForgotten]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = { username: username.trim(), password: password.current?.value ?? '' };
    if (!given.username || !given.password) return setWrong('Enter both.');
    // Basic credentials are split at the first colon.
    if (given.username.includes(':')) return setWrong('A username cannot contain a colon.');
    onGiven();
    holdCredentials(given);
  };
  const message = wrong || (isRefused ? 'Username or password not accepted. Nothing was sent.' : '');
  return (
    <Section title="Sign in to send">
      <Stack component="form" spacing={2} onSubmit={submit} noValidate>
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '72ch' }}>
          Sending needs the messaging username and password of organisation {organisation}, not your own. They are kept
          until you close or reload the page.
        </Typography>
        <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start' }}>
          <Box sx={{ flex: '1 1 200px', maxWidth: 320 }}>
            <PlainInput
              id="message-username"
              label="Messaging username"
              value={username}
              onChange={({ target }) => {
                setUsername(target.value);
                setWrong('');
              }}
              ref={first}
              error={message}
              autoCapitalize="none"
            />
          </Box>
          <Box sx={{ flex: '1 1 200px', maxWidth: 320 }}>
            <PlainInput
              id="message-password"
              label="Messaging password"
              type="password"
              ref={password}
              isWrong={message !== ''}
              // Browsers ignore `off` for passwords.
              autoComplete="new-password"
            />
          </Box>
          <Button type="submit" variant="outlined" sx={{ mt: 3 }}>
            Connect
          </Button>
        </Stack>
      </Stack>
    </Section>
  );
}
