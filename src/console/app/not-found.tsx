import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Missing } from '#console/domain/missing.tsx';
import { Page } from '#console/kit/ui/page.tsx';

export function NotFound() {
  const { href } = useTenant();
  return (
    <Page title="Page not found">
      <Missing what="page" where="has this address" list={{ label: 'Go to Overview', to: href(links.overview()) }} />
    </Page>
  );
}
