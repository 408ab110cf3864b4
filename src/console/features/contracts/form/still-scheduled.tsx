import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { countAndSum, type Instalment } from '#console/domain/money-item/item.ts';
import { NoEstimate } from '#console/domain/schedule/no-estimate.tsx';
import { RehearsalTables, RehearsalWarning } from '#console/domain/schedule/rehearsal-view.tsx';
import { rehearse } from '#console/domain/schedule/rehearsal.ts';
import type { Unestimated } from '#console/domain/schedule/terms.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { dayText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import type { NextDates } from './next-dates.ts';
import type { SetByHand } from './set-by-hand.ts';

/** The next instalments after an edit, before it is saved. */
function DatesAfter({ next: { series, passed } }: { next: NextDates }) {
  const rehearsal = rehearse([series]);
  const more = passed
    .slice(0, 1)
    .map(
      (it) =>
        `Instalment ${it.sequence} would move to ${dayText(it.date)}, which is not ahead: the service may refuse the change.`,
    );
  return (
    <>
      <RehearsalWarning rehearsal={rehearsal} noun="debit" more={more} />
      <RehearsalTables
        rehearsal={rehearsal}
        noun="debit"
        title="Next instalments"
        caveat="An estimate. Check the instalments after saving."
      />
    </>
  );
}

/** Maximum to list; if more differ, the series itself differs from its terms. */
const most = 12;

/** The instalments that an edit may change, and changes by hand that it would undo. */
export function StillScheduled({
  open,
  byHand,
  next,
  wrong,
}: {
  open: readonly Instalment[];
  byHand: readonly SetByHand[];
  /** Why the new terms make no schedule. */
  wrong?: Unestimated;
  /** Undefined if they can't be predicted. */
  next: NextDates | undefined;
}) {
  return (
    <>
      {wrong && <NoEstimate why={wrong} />}
      {next && <DatesAfter next={next} />}
      {(!next || byHand.length > 0) && <Caution open={open} byHand={byHand} isKnown={next !== undefined} />}
    </>
  );
}

function Caution({
  open,
  byHand,
  isKnown,
}: {
  open: readonly Instalment[];
  byHand: readonly SetByHand[];
  isKnown: boolean;
}) {
  return (
    <Notice tone={byHand.length > 0 ? 'warning' : 'info'}>
      {!isKnown && (
        <Typography variant="body2">
          Saving may change the date or amount of what is still scheduled ({countAndSum(open)}). Check it afterwards.
        </Typography>
      )}
      {byHand.length > 0 && (
        <>
          <Typography variant="body2" sx={{ mt: 1 }} id="set-by-hand">
            Changed individually, so they differ from the current terms. Saving may change them back:
          </Typography>
          <Box component="ul" aria-labelledby="set-by-hand" sx={{ m: 0, pl: 2.5 }}>
            {byHand.slice(0, most).map((it) => (
              <li key={it.made.InstalmentSequence}>{lineOf(it)}</li>
            ))}
            {byHand.length > most && <li>and {byHand.length - most} more</li>}
          </Box>
        </>
      )}
    </Notice>
  );
}

function lineOf({ made, expected, verdict }: SetByHand): string {
  const date = formatField('InstalmentActionDate', made.InstalmentActionDate);
  const amount = formatField('InstalmentAmount', made.InstalmentAmount);
  const name = `Instalment ${made.InstalmentSequence}`;
  if (!expected) return `${name}: added, ${date}, ${amount}`;
  const dates = `${date} instead of ${formatField('InstalmentActionDate', expected.InstalmentActionDate)}`;
  const amounts = `${amount} instead of ${formatCents(expected.InstalmentCents)}`;
  return `${name}: ${verdict === 'date' ? dates : verdict === 'amount' ? amounts : `${dates}, ${amounts}`}`;
}
