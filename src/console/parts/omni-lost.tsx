import type { Input } from '../../contract/operations.ts';
import type { Place } from '../place.ts';
import { show } from './format.tsx';
import type { Omni } from './omni-instalments.ts';
import { ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';

const listOf = (place: Place, ContractSequence: number): Promise<Omni[]> =>
  readAnew('omniInstalmentList', place, { ContractSequence });

/** Whether an instalment says what was sent, as far as it was sent. */
const says = (it: Omni, sent: { CollectionDate?: string | null; InstalmentAmount?: number | null }): boolean =>
  (sent.CollectionDate === undefined || it.CollectionDate === sent.CollectionDate) &&
  (sent.InstalmentAmount === undefined || it.InstalmentAmount === sent.InstalmentAmount);

/** After a lost answer to an edit: does the instalment say what was sent? */
export function LostEdit({ sent }: { sent: Input<'omniInstalmentEdit'> }) {
  const { ContractSequence, InstalmentSequence } = sent;
  const back = useReadBack(async (place) =>
    (await listOf(place, ContractSequence)).some(
      (it) => it.InstalmentSequence === InstalmentSequence && says(it, sent),
    ),
  );
  return <ReadBack what={`change of instalment ${InstalmentSequence}`} {...back} found="Leave this row to go on." />;
}

/** After a lost answer to a new one: is there one more like it than before? */
export function LostAdd({ sent, before }: { sent: Input<'omniInstalmentCreate'>; before: readonly Omni[] }) {
  const known = new Set(before.map((it) => it.InstalmentSequence));
  const back = useReadBack(async (place) =>
    (await listOf(place, sent.ContractSequence)).some((it) => !known.has(it.InstalmentSequence) && says(it, sent)),
  );
  const what = `instalment of ${show('InstalmentAmount', sent.InstalmentAmount)} on ${sent.CollectionDate}`;
  return <ReadBack what={what} {...back} found="Close this dialog to go on." />;
}

/** After a lost answer to a cancel: is any of those that were to go still scheduled? */
export function LostCancel({ contract, going }: { contract: number; going: readonly Omni[] }) {
  const sequences = new Set(going.map((it) => it.InstalmentSequence));
  const back = useReadBack(
    async (place) =>
      !(await listOf(place, contract)).some(
        (it) => sequences.has(it.InstalmentSequence) && it.Status === going[0]?.Status,
      ),
  );
  const what = going.length === 1 ? `instalment ${going[0]?.InstalmentSequence}` : `${going.length} instalments`;
  return <ReadBack what={`cancellation of ${what}`} {...back} found="Close this dialog to go on." />;
}
