import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { links } from '../domain/links.ts';
import { Page } from '../kit/ui/page.tsx';
import { EmptyState } from '../kit/ui/states.tsx';
import { useTenant } from '../api/tenant.ts';

/** An address that names no page. */
export function NotFound() {
  const { href } = useTenant();
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is no page at this address"
        action={
          <Button variant="contained" component={Link} to={href(links.overview())}>
            To the overview
          </Button>
        }
      >
        The link may be old or mistyped.
      </EmptyState>
    </Page>
  );
}
