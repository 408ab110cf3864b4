import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { useConfig } from '#console/api/config.ts';
import { holdCredentials, useMessageUser } from '#console/api/message-client.ts';
import { FormActions } from '#console/domain/write/form-actions.tsx';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Muted } from '#kit/ui/muted.tsx';

/** Who sends, and the button that does; always visible. */
export function MessageFoot(props: {
  from: string;
  /** Messages that are ready. */
  count: number;
  isRunning: boolean;
  isDone: boolean;
  onSend: () => void;
  onNew: () => void;
}) {
  const { from, count, isRunning, isDone, onSend, onNew } = props;
  const { organisation } = useConfig();
  const user = useMessageUser();
  // The focused element is removed or disabled when sending starts and ends.
  const foot = useRef<HTMLDivElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const active = document.activeElement;
    const isLost = !active || active === document.body || active === foot.current || active.matches(':disabled');
    if (isLost && isRunning) foot.current?.focus();
    if (isLost && wasRunning.current && !isRunning)
      foot.current?.querySelector<HTMLElement>('[data-main] button')?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return (
    <FormActions ref={foot} tabIndex={-1} sx={{ outline: 'none', alignItems: 'center' }}>
      <Muted sx={{ mr: 'auto' }}>
        WhatsApp from {from || 'no sender yet'}, organisation {organisation}
        {user !== undefined && (
          <>
            {', as '}
            {user}{' '}
            <Button size="small" onClick={() => holdCredentials(undefined)}>
              Disconnect
            </Button>
          </>
        )}
      </Muted>
      <span data-main="">
        {isDone ? (
          <Button variant="contained" onClick={onNew}>
            New message
          </Button>
        ) : (
          <ActionButton operation="templateSend" variant="contained" loading={isRunning} onClick={onSend}>
            {count === 1 ? 'Send 1 message' : `Send ${count || ''} messages`}
          </ActionButton>
        )}
      </span>
    </FormActions>
  );
}
