import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useKnownPayeesPrepare } from '#console/api/known-payees.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { maxKnownPayees } from '#contract/approvals.ts';
import { PlainTextArea } from '#kit/form/plain-field.tsx';
import { FileButton } from '#kit/ui/file-button.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { textOfBytes } from '#sheet-engine/encoding.ts';
import { clientNumbersIn } from './client-numbers.ts';

const clients = (count: number) => countText(count, ['client', 'clients']);

/** What is wrong with the list, or its numbers. */
function readList(text: string): { numbers: string[]; problem?: string } {
  try {
    const numbers = clientNumbersIn(text);
    if (numbers.length === 0) return { numbers, problem: 'Enter client numbers' };
    if (numbers.length > maxKnownPayees)
      return {
        numbers,
        problem: `At most ${formatCount(maxKnownPayees)} at a time: there are ${formatCount(numbers.length)}`,
      };
    return { numbers };
  } catch (error) {
    return { numbers: [], problem: (error as Error).message };
  }
}

/** Prepares a list of known payees for a second person. */
export function TakeOverDialog({ number, product, onClose }: { number: string; product: string; onClose(): void }) {
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const prepare = useKnownPayeesPrepare(number);
  const { data } = prepare;
  const problem = isTried ? readList(text).problem : undefined;
  const submit = () => {
    setTried(true);
    const list = readList(text);
    if (!list.problem) prepare.mutate({ Product: product, ClientNumbers: list.numbers });
  };
  if (data)
    return (
      <Modal
        title="Known payees prepared"
        size="s"
        onClose={onClose}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <Stack spacing={1.5}>
          <Notice tone="success" role="status">{`${clients(data.Count)} wait for another person on Approvals.`}</Notice>
          {data.LeftOut > 0 && (
            <Typography>{`${clients(data.LeftOut)} left out: the approval names them, with the reason.`}</Typography>
          )}
        </Stack>
      </Modal>
    );
  return (
    <Modal
      title="Take over known payees"
      size="s"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton isSaving={prepare.isPending} saving="Reading clients…" onClick={submit}>
            Prepare
          </SaveButton>
        </>
      }
    >
      <Stack spacing={1.5}>
        <Typography>
          Clients that this merchant has paid before. Their accounts are read at the provider now, and payouts to them
          are not held as new once another person has released the list. This is possible once.
        </Typography>
        <PlainTextArea
          label="Client numbers"
          hint="One on each line, or a file with a column ClientNumber."
          rows={8}
          value={text}
          error={problem}
          onChange={(event) => setText(event.target.value)}
        />
        <FileButton
          variant="outlined"
          size="small"
          sx={{ alignSelf: 'start' }}
          label="File with client numbers"
          accept=".csv,.txt"
          onFile={(file) => void file.arrayBuffer().then((bytes) => setText(textOfBytes(new Uint8Array(bytes)).text))}
        >
          Choose a file…
        </FileButton>
        {prepare.error && <ErrorState error={prepare.error} />}
        {!problem && isTried && <Muted>{clients(readList(text).numbers.length)}</Muted>}
      </Stack>
    </Modal>
  );
}
