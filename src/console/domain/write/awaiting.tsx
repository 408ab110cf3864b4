import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { isObject, listOf } from '#answers/error-body.ts';
import type { SendResults } from '#answers/send/results.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Notice } from '#kit/ui/notice.tsx';

/** Whether the only item is not in force before a second person releases it (docs/decisions.md, 57). */
export const isAwaitingRelease = (results: SendResults | undefined): boolean =>
  results?.items.length === 1 && results.items[0]?.reasons[0]?.Code === 'AWAITING_RELEASE';

/** Kept by the service as a request: nothing went wrong, and nothing has changed yet. */
export function AwaitingRelease({ results }: { results: SendResults }) {
  const { href } = useTenant();
  const [failed] = results.items[0]?.received ?? [];
  const [fault] = listOf(isObject(failed) ? failed['Errors'] : undefined);
  const open = isObject(fault) ? Number(fault['ApprovalSequence']) : Number.NaN;
  return (
    <Notice tone="info" role="status" title="Waits for release">
      It is not in force yet: another person who may release must confirm it. See it under{' '}
      <Link
        component={RouterLink}

        to={href(links.approvals(undefined, Number.isNaN(open) ? {} : { open }))}
      >
        Approvals
      </Link>
      .
    </Notice>
  );
}
