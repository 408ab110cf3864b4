import { useMemo } from 'react';
import { isOver as isFinal } from '#answers/statuses.ts';
import { useReadOfRecord } from '#console/api/client.ts';
import { useForbidden } from '#console/api/permission.ts';
import { againstText } from '#console/domain/collections/reason.tsx';
import { attemptsOf } from '#console/domain/money-item/attempts.ts';
import type { Instalment } from '#console/domain/money-item/item.ts';
import type { Progress } from '#console/domain/money-item/progress.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { grouped } from '#rules/sums.ts';

/** The unpaid debits of a client that may be collected again: no reason is against it, and their mandate goes on. */
export function useCollectAgain(
  number: string,
  instalments: readonly Instalment[] | undefined,
  progress: Progress | null | undefined,
) {
  const isForbidden = useForbidden('instalmentCreate') !== undefined;
  const mandates = useReadOfRecord('mandateList', { ClientNumber: number }).data?.records;
  return useMemo(() => {
    if (isForbidden || !instalments || !mandates || !progress) return undefined;
    const ended = new Set(mandates.filter((it) => isFinal(it.MandateStatusCode)).map(segmentOfRecord));
    const attempts = new Map(
      [...grouped(instalments, segmentOfRecord)].map(([key, list]) => [key, attemptsOf(list)] as const),
    );
    const failed = progress.failed.filter((it) => {
      const key = segmentOfRecord(it);
      return !ended.has(key) && !attempts.get(key)?.against && againstText(it.reason) === '';
    });
    const [first] = failed;
    const contract = first && contractIdOf(first);
    if (!first || !contract) return undefined;
    // The limits of one contract are not those of the others.
    const isOfOne = failed.every((it) => segmentOfRecord(it) === segmentOfRecord(first));
    return {
      contract,
      failed,
      underway: attempts.get(segmentOfRecord(first))?.underway ?? [],
      readAt: isOfOne ? instalments.length : 0,
    };
  }, [isForbidden, instalments, mandates, progress]);
}
