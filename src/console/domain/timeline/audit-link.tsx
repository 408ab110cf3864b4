import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';

/** From a record to everything that was done to it, for those who may see that. */
export function AuditLink({ of }: { of: { ClientNumber?: string | null; ContractNumber?: string | null } }) {
  const { href } = useTenant();
  const permissions = usePermissions();
  if (permissions?.includes('audit') !== true) return null;
  const query = { client: of.ClientNumber, contract: of.ContractNumber };
  return (
    <Link component={RouterLink} variant="body2" to={href(links.audit(query))}>
      Audit
    </Link>
  );
}
