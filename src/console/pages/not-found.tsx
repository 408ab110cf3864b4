import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { links } from '../links.ts';
import { Page } from '../parts/page.tsx';
import { EmptyState } from '../parts/states.tsx';
import { usePlace } from '../place.ts';

/** An address that names no page. */
export function NotFound() {
  const { href } = usePlace();
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
