import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { offersOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { kindCountText } from './kinds.ts';

/** Rows without an answer. What the server does not know either, it finds out, or a person decides. */
export function UnansweredRows({ count, onAsk }: { count: number; onAsk: () => void }) {
  const { href } = useTenant();
  return (
    <Notice tone="warning" action={<Button onClick={onAsk}>Ask again</Button>}>
      No answer came for {kindCountText(count, { one: 'row', many: 'rows' })}. They may have been saved. Ask again, and
      the rest follows; nothing is saved twice.
      {offersOutgoingCalls() && (
        <>
          {' '}
          What the provider doesn’t answer is under <Link to={href(links.approvals('unclear'))}>Unclear calls</Link>.
        </>
      )}
    </Notice>
  );
}

/** Rows that a second person must release (docs/decisions.md, 57). */
export function WaitingRows({ count }: { count: number }) {
  const { href } = useTenant();
  return (
    <Notice tone="info">
      {kindCountText(count, { one: 'row waits', many: 'rows wait' })} for release: another person who may release must
      confirm {count === 1 ? 'it' : 'them'} under <Link to={href(links.approvals())}>Approvals</Link>.
    </Notice>
  );
}
