import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

// React ignores `autoFocus` on a link, and the focus would return to the top of the page.
const takeFocus = (link: HTMLElement | null) => link?.focus();

/** Takes the focus when it mounts, so that Enter opens the page. */
export function NextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button variant="contained" ref={takeFocus} component={Link} to={to} sx={{ alignSelf: 'start' }}>
      {children}
    </Button>
  );
}
