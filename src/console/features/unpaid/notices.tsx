import { unknownAmong } from '#answers/statuses.ts';
import { codeLabel } from '#console/api/code-labels.ts';
import { LeftOutNotice } from '#console/domain/collections/left-out.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { dayText } from '#rules/day-text.ts';
import type { Desk } from './use-desk.ts';

/** What is not known about the listed debits. */
export function Notices({ desk: { unpaid, followed } }: { desk: Desk }) {
  const { list, count, statuses, leftOut, reasonError } = unpaid;
  return (
    <>
      {reasonError && list.length > 0 && (
        <Notice tone="info" title="Reasons are not known">
          The report of changed instalments, which holds them, could not be loaded.
        </Notice>
      )}
      <LeftOutNotice leftOut={leftOut} noun="transaction" />
      {count > list.length && (
        <Notice tone="info" title={`${formatCount(list.length)} of ${formatCount(count)} debits are listed`}>
          They are the first of this period; counts and sums below are of these. Choose a shorter period to see the
          others.
        </Notice>
      )}
      {unknownAmong(statuses).includes('') && list.length > 0 && (
        <Notice tone="info" title="Some debits have no status">
          Whether they are unpaid is not known; they are not listed.
        </Notice>
      )}
      {followed.isUnknown && list.length > 0 && (
        <Notice tone="info" title="Whether these were collected again is not known">
          The reports of changes could not be loaded. Look at the contracts before you collect again.
        </Notice>
      )}
    </>
  );
}

export function NoDebits({ desk: { range, failed, unpaid } }: { desk: Desk }) {
  const { statuses } = unpaid;
  const named = statuses.filter(Boolean);
  const unknown = unknownAmong(statuses);
  return (
    <EmptyState
      drawing="unpaid"
      title={
        unknown.length === 0
          ? 'No unpaid debits in this period'
          : unknown.some(Boolean)
            ? 'No debit has this status'
            : 'Which debits are unpaid is not known'
      }
    >
      No debit from {dayText(range.from)} to {dayText(range.to)} has the status{' '}
      {codeLabel('InstalmentStatus', failed) ?? failed}.
      {named.length > 0 &&
        ` Statuses in this period: ${named.map((it) => codeLabel('InstalmentStatus', it) ?? it).join(', ')}.`}
      {unknown.includes('') && ' There are debits without a status.'}
    </EmptyState>
  );
}
