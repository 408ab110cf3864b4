import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useEffect, useRef, useState } from 'react';
import type { DateText } from '../../rules/calendar.ts';
import { ActionButton } from './action-button.tsx';
import { WordValue } from './format.tsx';
import { heldBack } from './instalment-totals.ts';
import { Difference, OmniEdit, type Edited } from './omni-edit.tsx';
import { asInstalment, type Omni } from './omni-instalments.ts';
import { Outcome } from './outcome.tsx';
import { dayName, marksOf } from './schedule-table.tsx';

interface Props {
  contract: number;
  it: Omni;
  today: DateText;
  onCancel(it: Omni): void;
  onMore(it: Omni): void;
}

/** In a cell that hides nothing: as wide as the frame that the table scrolls in, whatever the table's own width, so that nothing is typed out of sight. */
const inSight = { position: 'sticky', left: 12, width: 'calc(100cqw - 26px)', whiteSpace: 'normal', py: 2 } as const;

const columns = 5;
const small = { size: 'small', sx: { minWidth: 0, px: 0.75 } } as const;

function DateCell({ date, today }: { date: string; today: DateText }) {
  const marks = marksOf(`${date} 00:00`, '');
  return (
    <>
      {date}{' '}
      <Typography component="span" variant="body2" color={marks.length > 0 ? 'warning' : 'textSecondary'}>
        {[date === today ? 'today' : dayName(`${date} 00:00`), ...marks].join(' · ')}
      </Typography>
    </>
  );
}

/** One omni instalment: shown, or with its date and amount being typed in its place; what came of that stays below it. */
export const OmniRow = memo(function OmniRow({ contract, it, today, onCancel, onMore }: Props) {
  const [isEditing, setEditing] = useState(false);
  const [edited, setEdited] = useState<Edited>();
  const row = useRef<HTMLTableRowElement>(null);
  const isBack = useRef(false);
  // Back where the keyboard came from, whichever way the edit was left.
  useEffect(() => {
    if (!isEditing && isBack.current) row.current?.querySelector('button')?.focus();
    isBack.current = isEditing;
  }, [isEditing]);
  const number = it.InstalmentSequence;
  const why = heldBack(asInstalment(it), today);

  if (isEditing)
    return (
      <tr ref={row}>
        <td colSpan={columns} style={{ overflow: 'visible' }}>
          <Box role="group" aria-label={`Instalment ${number}`} sx={inSight}>
            <Typography sx={{ fontWeight: 600, mb: 2 }}>Instalment {number}</Typography>
            <OmniEdit
              contract={contract}
              before={it}
              onLeave={() => setEditing(false)}
              onDone={(done) => {
                setEdited(done);
                setEditing(false);
              }}
            />
          </Box>
        </td>
      </tr>
    );
  return (
    <>
      <tr ref={row}>
        <td data-align="right">{number}</td>
        <td>
          <DateCell date={it.CollectionDate ?? ''} today={today} />
        </td>
        <td data-align="right">
          <WordValue word="InstalmentAmount" value={it.InstalmentAmount} />
        </td>
        <td>
          <WordValue word="Status" value={it.Status} />
        </td>
        <td data-align="right">
          {why ? (
            <Typography component="span" variant="body2" color="textSecondary" sx={{ mr: 1 }}>
              {why}
            </Typography>
          ) : (
            <>
              <ActionButton
                operation="omniInstalmentEdit"
                {...small}
                aria-label={`Edit instalment ${number}`}
                onClick={() => {
                  setEdited(undefined);
                  setEditing(true);
                }}
              >
                Edit
              </ActionButton>
              <ActionButton
                operation="omniInstalmentCancel"
                {...small}
                color="error"
                aria-label={`Cancel instalment ${number}`}
                onClick={() => onCancel(it)}
              >
                Cancel
              </ActionButton>
            </>
          )}
          <ActionButton
            operation="omniInstalmentCreate"
            {...small}
            aria-label={`Repeat instalment ${number}: one more like it`}
            onClick={() => onMore(it)}
          >
            Repeat
          </ActionButton>
        </td>
      </tr>
      {edited && (
        <tr>
          <td colSpan={columns} style={{ overflow: 'visible' }}>
            <Stack spacing={1} sx={{ ...inSight, alignItems: 'start' }}>
              <Outcome operation="omniInstalmentEdit" sent={1} result={edited.result} />
              <Difference changes={edited.changes} />
              <Button size="small" onClick={() => setEdited(undefined)}>
                Hide this outcome
              </Button>
            </Stack>
          </td>
        </tr>
      )}
    </>
  );
});
