import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from './links.ts';

/** Explains what to do instead of something impossible. `topic` is the ID of one of `limits`. */
export function LimitLink({ topic }: { topic: string }) {
  const { href } = useTenant();
  return (
    <Link component={RouterLink} to={href(links.limits(topic))}>
      What you can do instead
    </Link>
  );
}
