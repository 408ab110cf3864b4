import Box from '@mui/material/Box';
import type { Output } from '../../contract/operations.ts';
import { difference, type Changed } from './difference.ts';
import { show } from './format.tsx';
import type { Instalment } from './instalment-totals.ts';
import { ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';

const said = (it: Instalment) =>
  `${show('InstalmentAmount', it.InstalmentAmount)} on ${show('InstalmentActionDate', it.InstalmentActionDate)}`;

/** After the lost answer to an edit: is the instalment as it was sent? Sending it again is what `onAgain` does. */
export function LostEdit({
  draft: { before },
  changes,
  onAgain,
  onKept,
}: {
  draft: { before: Instalment };
  changes: readonly Changed[];
  onAgain: () => void;
  onKept: () => void;
}) {
  const { ContractSequence, ClientNumber, ContractNumber, InstalmentSequence } = before;
  const named = ContractSequence == null ? { ClientNumber, ContractNumber } : { ContractSequence };
  const sent = Object.fromEntries(changes.map(({ word, next }) => [word, next]));
  const back = useReadBack(async (place) => {
    const [now] = await readAnew('instalmentList', place, { ...named, InstalmentSequence });
    const isThere = now !== undefined && difference({ ...now }, sent).length === 0;
    if (isThere) onKept();
    return isThere;
  });
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onAgain();
      }}
    >
      <ReadBack what={`change of instalment ${InstalmentSequence}`} {...back} found={null} />
    </Box>
  );
}

/** After the lost answer to an addition: has the contract one more instalment of this date and amount than before it? */
export function LostAdd({
  contract,
  sent,
  before,
}: {
  contract: number;
  sent: Output<'instalmentCreate'>;
  before: readonly Instalment[];
}) {
  const isLike = (it: Instalment) =>
    it.InstalmentActionDate === sent.InstalmentActionDate && it.InstalmentAmount === sent.InstalmentAmount;
  const back = useReadBack(async (place) => {
    const now = await readAnew('instalmentList', place, { ContractSequence: contract });
    return now.filter(isLike).length > before.filter(isLike).length;
  });
  return <ReadBack what={`instalment of ${said(sent)}`} {...back} found={null} />;
}
