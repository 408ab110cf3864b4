import Box from '@mui/material/Box';
import type { Input } from '../../contract/operations.ts';
import { contractIdOf } from '../contract-id.ts';
import { difference, touched, type Changed } from './difference.ts';
import { show } from './format.tsx';
import type { InstalmentFamily } from './instalment-family.ts';
import { dueOf, targetOf, type Instalment } from './instalment-totals.ts';
import { ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';

/** After the lost answer to an edit: is the instalment as it was sent? Sending it again is what `onAgain` does. */
export function LostEdit({
  list,
  draft: { before },
  changes,
  onAgain,
  onKept,
}: {
  list: InstalmentFamily['list'];
  draft: { before: Instalment };
  changes: readonly Changed[];
  onAgain: () => void;
  onKept: () => void;
}) {
  const back = useReadBack(async (place) => {
    const [now] = await readAnew(list, place, targetOf(before));
    const isThere = now !== undefined && difference({ ...now }, touched(changes)).length === 0;
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
      <ReadBack what={`change of instalment ${before.InstalmentSequence}`} {...back} found={null} />
    </Box>
  );
}

/** After the lost answer to an addition: has the contract one of this day and amount that was not there before it? */
export function LostAdd({
  family,
  sent,
  before,
}: {
  family: InstalmentFamily;
  sent: Input<InstalmentFamily['create']>;
  before: readonly Instalment[];
}) {
  const due = dueOf(sent);
  const known = new Set(before.map((it) => it.InstalmentSequence));
  const back = useReadBack(async (place) => {
    const now: Instalment[] = await readAnew(family.list, place, contractIdOf(sent) ?? {});
    return now.some(
      (it) => !known.has(it.InstalmentSequence) && dueOf(it) === due && it.InstalmentAmount === sent.InstalmentAmount,
    );
  });
  const what = `instalment of ${show('InstalmentAmount', sent.InstalmentAmount)} on ${show(family.date, due)}`;
  return <ReadBack what={what} {...back} found="Close this dialog to go on." />;
}
