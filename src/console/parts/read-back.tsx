import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';

export { isUnknown } from '../errors.ts';

/** Tells the form around that what it holds was stored, so that it does not go once more. */
export const StoredContext = createContext(() => {});

/**
 * After a lost answer: reads back what may have been stored before anybody sends it again. `found` is what the record
 * shows once it is there; `state` belongs to the read that the page asks. Stands inside the form of the write.
 */
export function ReadBack({
  what,
  state,
  found,
  onCheck,
}: {
  what: string;
  state: 'unasked' | 'asking' | 'absent' | 'there' | 'failed';
  found: ReactNode;
  onCheck: () => void;
}) {
  const onStored = use(StoredContext);
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state !== 'there') return;
    onStored();
    // The button that asked is gone; the focus has fallen to the page or the dialog around.
    if (document.activeElement?.contains(news.current)) news.current?.focus();
  }, [state, onStored]);

  if (state === 'there')
    return (
      <Alert severity="success" ref={news} tabIndex={-1}>
        The {what} is there: it was stored. {found}
      </Alert>
    );
  // Keys: a new state is a new element, or its button would inherit the one before and never take the focus.
  if (state === 'absent')
    return (
      <Alert key={state} severity="info">
        <Stack spacing={1} sx={{ alignItems: 'start' }}>
          <span>The {what} is not there: nothing was stored.</span>
          {/* Submits the form around this, so that what goes is what the form shows. */}
          <Button type="submit" size="small" variant="outlined" autoFocus>
            Send it again
          </Button>
        </Stack>
      </Alert>
    );
  return (
    <Alert severity="warning">
      <Stack spacing={1} sx={{ alignItems: 'start' }}>
        <span>
          No clear answer came, so the {what} may or may not have been stored.
          {state === 'failed' && ' The check got no answer either.'}
        </span>
        <Button size="small" variant="outlined" onClick={onCheck} loading={state === 'asking'}>
          Check whether it is there
        </Button>
      </Stack>
    </Alert>
  );
}
