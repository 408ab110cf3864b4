import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Modal } from '#console/kit/ui/modal.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { counted, type Kind } from './kinds.ts';
import type { useSend } from './use-send.ts';

const rows = (count: number) => counted(count, { one: 'row', many: 'rows' });

/** Unanswered rows: checked, and decided by the person if the check is inconclusive. */
export function Unanswered(props: { kind: Kind; count: number; sending: ReturnType<typeof useSend> }) {
  const { kind, count } = props;
  const { doing, inconclusive, check, accept, release } = props.sending;
  const [isAsking, setAsking] = useState(false);
  const alike = inconclusive?.alike ?? 0;
  const alreadyThere = `${rows(alike)} ${alike === 1 ? 'has' : 'have'} ${/^[aeiou]/.test(kind.one) ? 'an' : 'a'} ${kind.one} of that day and amount already.`;
  return (
    <Notice
      tone="warning"
      action={
        <Stack sx={{ gap: 0.5 }}>
          <Button loading={doing === 'checking'} onClick={() => void check()}>
            Check again
          </Button>
          {alike > 0 && <Button onClick={() => void accept()}>Mark as accepted</Button>}
          {inconclusive && <Button onClick={() => setAsking(true)}>Mark as not sent</Button>}
        </Stack>
      }
    >
      No answer came for {rows(count)}. They may have been saved. Check before sending anything again; nothing is sent
      twice.
      {inconclusive && ` The check could not tell, since what was there before is not known.`}
      {alike > 0 && ` ${alreadyThere}`}
      {inconclusive && ' Look at their contracts before you decide.'}
      {isAsking && (
        <Modal label="Mark as not sent" onClose={() => setAsking(false)} size="s">
          <Stack spacing={2} sx={{ p: 3 }}>
            <Typography variant="h2">Mark {rows(count)} as not sent?</Typography>
            <Typography>
              {alike > 0 && `${alreadyThere} `}If they were saved and go again, {kind.many} are saved twice.
            </Typography>
            <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'end' }}>
              <Button autoFocus onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button
                variant="contained"
                color="error"
                onClick={() => {
                  setAsking(false);
                  void release();
                }}
              >
                Mark as not sent
              </Button>
            </Stack>
          </Stack>
        </Modal>
      )}
    </Notice>
  );
}
