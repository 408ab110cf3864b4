import { RehearsalTables, RehearsalWarning } from '#console/domain/schedule/rehearsal-view.tsx';
import { rehearse } from '#console/domain/schedule/rehearsal.ts';
import { dayText } from '#rules/day-text.ts';
import type { NextDates } from './next-dates.ts';

/** The next instalments after an edit, before it is saved. */
export function DatesAfter({ next: { series, passed } }: { next: NextDates }) {
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
