import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { merged } from './contract-record.ts';
import { difference, type Changed } from './difference.ts';
import { ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';

/** After the lost answer to an edit: does the contract say what was sent? */
export function EditLost({ sequence, changes }: { sequence: number; changes: readonly Changed[] }) {
  const { href } = usePlace();
  const back = useReadBack(async (place) => {
    const input = { ContractSequence: sequence };
    const [[mandate], [contract]] = await Promise.all([
      readAnew('mandateList', place, input),
      readAnew('contractList', place, input),
    ]);
    const now: Record<string, unknown> = merged(contract, mandate);
    const told = changes.filter(({ word }) => now[word] !== undefined);
    return difference(now, Object.fromEntries(told.map(({ word, next }) => [word, next]))).length === 0;
  });
  const contract = (
    <Link component={RouterLink} underline="always" to={href(links.contract(sequence))}>
      Open contract {sequence}
    </Link>
  );
  // Retrieves return subsets (interface, Mandate), the change reports tell of every word.
  if (changes.every((it) => it.isUnknown))
    return (
      <Alert severity="warning">
        No answer came, and the service does not return what was changed, so it cannot be read back here. The timeline
        tells whether it was stored. {contract}
      </Alert>
    );
  return <ReadBack what={`change of contract ${sequence}`} {...back} found={contract} />;
}
