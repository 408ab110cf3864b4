import type { ContractId } from '../contract-id.ts';
import { latestStatus, mergeEvents } from './timeline-events.ts';
import { useWindow } from './timeline-read.ts';
import { ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';

/** After the lost answer to a cancel: is it cancelled? A contract without mandate returns no status; its change log tells. */
export function CancelLost({ contract: named, noun }: { contract: ContractId; noun: 'mandate' | 'contract' }) {
  const { range } = useWindow();
  const back = useReadBack(async (place) => {
    if (noun === 'mandate') return (await readAnew('mandateList', place, named))[0]?.MandateStatusCode === 'CANCELLED';
    const contract = await readAnew('contractChangeReport', place, { ...range, ...named });
    return latestStatus(mergeEvents({ contract })) === 'CANCELLED';
  });
  return <ReadBack what={`cancel of the ${noun}`} {...back} found={null} />;
}
