import { useMemo } from 'react';
import { useRecordApprovals } from '#console/api/approvals.ts';
import type { RecordApprovalKind } from '#contract/approvals.ts';
import type { Event } from './events.ts';

/**
 * Who decided what needed a second person, and payouts that wait, oldest first. A change that waits is above the record already.
 * @param from the first minute; what waits is shown however old it is
 */
export function useApprovalEvents(
  kind: RecordApprovalKind,
  named: Readonly<Record<string, string>>,
  { from, readAt }: { from: string; readAt: number },
) {
  const read = useRecordApprovals(kind, named, readAt);
  const { data } = read;
  const isOfOne = 'ContractSequence' in named || 'ContractNumber' in named;
  const events = useMemo(
    () =>
      (data?.Approvals ?? [])
        .filter(({ Kind, DecidedAt }) => (DecidedAt === null ? Kind === 'PAYOUTS' : DecidedAt >= from))
        .map((approval): Event => {
          const { DecidedAt, PreparedAt, ContractNumber } = approval;
          return { kind: 'approval', at: DecidedAt ?? PreparedAt, approval, contract: isOfOne ? null : ContractNumber };
        })
        .toReversed(),
    [data, from, isOfOne],
  );
  return { events, read, isPartial: data?.IsPartial === true };
}

export const partialText = 'Of what needed a second person only the last hundred are listed.';
