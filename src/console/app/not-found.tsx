import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Page } from '#console/kit/ui/page.tsx';
import { EmptyState } from '#console/kit/ui/states.tsx';

export function NotFound() {
  const { href } = useTenant();
  return (
    <Page title="Page not found">
      <EmptyState
        title="No page has this address"
        action={
          <Button variant="contained" component={Link} to={href(links.overview())}>
            Go to Overview
          </Button>
        }
      >
        The link may be old or mistyped.
      </EmptyState>
    </Page>
  );
}
