import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

// `autoFocus` is for controls alone: on a link React leaves it out, and the keyboard would start again at the top.
const takeFocus = (link: HTMLElement | null) => link?.focus();

/** Where most people go after what they have just done: it takes the focus when it is there, so that Enter is enough. */
export function NextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button variant="contained" ref={takeFocus} component={Link} to={to} sx={{ alignSelf: 'start' }}>
      {children}
    </Button>
  );
}
