import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { dismissSignIn, leaveToSignIn, signInAgain, useSession } from '#console/api/auth.ts';
import { Unreachable, unreachableOr } from '#console/api/unreachable.ts';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';

/** Keeps the page's input; waiting calls continue after sign-in. */
export function SignInAgain() {
  const [failed, setFailed] = useState<'away' | 'unfinished'>();
  const { stepUp } = useSession();
  const fail = (error: unknown) => setFailed(unreachableOr(error) instanceof Unreachable ? 'away' : 'unfinished');
  const again = () => {
    setFailed(undefined);
    signInAgain().catch(fail);
  };
  return (
    <Modal title={stepUp ? 'Confirm that it is you' : 'Your session has ended'} size="s" onClose={dismissSignIn}>
      <Stack spacing={2}>
        <Typography>
          {stepUp
            ? 'This needs your second factor. Nothing was sent yet, and what you typed is still here.'
            : 'Sign in again to carry on; what you typed is still here.'}
        </Typography>
        {failed && (
          <Notice tone="warning">
            {failed === 'away'
              ? 'We can’t reach the server. Try again shortly.'
              : 'The sign-in window did not open or did not finish. Allow windows for this site, or sign in by leaving this page.'}
          </Notice>
        )}
        <Stack direction="row" spacing={1}>
          <Button variant="contained" autoFocus onClick={again}>
            {stepUp ? 'Confirm' : 'Sign in'}
          </Button>
          <Button onClick={dismissSignIn}>Not now</Button>
        </Stack>
        <Muted>
          Or{' '}
          <Link component="button" type="button" variant="body2" onClick={() => void leaveToSignIn().catch(fail)}>
            {stepUp ? 'confirm' : 'sign in'} by leaving this page
          </Link>
          : what you typed is kept, except account and ID numbers.
        </Muted>
      </Stack>
    </Modal>
  );
}
