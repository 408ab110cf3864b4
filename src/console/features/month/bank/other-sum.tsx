import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { BankLine } from '#console/domain/bank/book.ts';
import { DateField } from '#kit/dates/date-field.tsx';
import { CheckBox } from '#kit/form/check-box.tsx';
import { FormMessage } from '#kit/form/form-message.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { addDays, daysBetween, isDate } from '#rules/calendar.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { Suggestion } from '#sheet-engine/matching/item.ts';

interface Range {
  from: string;
  to: string;
}

/** More days than this are no settlement, and would be slow to sum up. */
const maxDays = 62;

const isRange = ({ from, to }: Range): boolean =>
  isDate(from) && isDate(to) && from <= to && daysBetween(from, to) < maxDays;

function Days({ label, value, onChange }: { label: string; value: Range; onChange(value: Range): void }) {
  return (
    <Stack direction="row" useFlexGap role="group" aria-label={label} sx={{ gap: 1.5, '& > *': { flex: 1 } }}>
      <DateField
        label={`${label} from`}
        lean="back"
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      <DateField label="to" lean="back" value={value.to} onChange={(to) => onChange({ ...value, to })} />
    </Stack>
  );
}

/** Days that a person chooses, where no suggestion is right. */
export function OtherSum(props: {
  line: BankLine;
  worker: Import;
  onChoose(suggestion: Suggestion): void;
  onClose(): void;
}) {
  const { line, worker, onChoose, onClose } = props;
  const before = { from: addDays(line.date, -1), to: addDays(line.date, -1) };
  const [paid, setPaid] = useState<Range>(before);
  const [returned, setReturned] = useState<Range>(before);
  const [hasReturns, setHasReturns] = useState(false);
  const [problem, setProblem] = useState('');
  const isOut = line.cents < 0;
  const isReady = isRange(paid) && (!hasReturns || isRange(returned));
  const choose = async () => {
    const found = await worker.matching.byHand(line.id, { paid, returned: hasReturns ? returned : undefined });
    if (typeof found === 'string') setProblem(found);
    else onChoose(found);
  };
  return (
    <Modal
      title="Match by hand"
      size="s"
      onClose={onClose}
      actions={
        <>
          <FormMessage others={problem ? [problem] : []} />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" disabled={!isReady} onClick={() => void choose()}>
            Use this sum
          </Button>
        </>
      }
    >
      <Stack spacing={2}>
        <Days label={isOut ? 'Paid out' : 'Paid'} value={paid} onChange={setPaid} />
        {!isOut && (
          <Box>
            <CheckBox label="Less returns" isOn={hasReturns} onChange={setHasReturns} />
            {hasReturns && <Days label="Returned" value={returned} onChange={setReturned} />}
          </Box>
        )}
      </Stack>
    </Modal>
  );
}
