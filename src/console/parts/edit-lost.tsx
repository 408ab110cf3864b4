import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import type { Place } from '../place.ts';
import { difference, type Changed } from './difference.ts';
import { ReadBack } from './read-back.tsx';
import { useReadBack } from './use-read-back.ts';

/** After the lost answer to an edit: does the record say what was sent? */
export function EditLost({
  of,
  changes,
  read,
  open,
  elsewhere,
}: {
  /** What was edited, as it is called: `client C1`. */
  of: string;
  changes: readonly Changed[];
  /** The record as the service returns it now. */
  read(place: Place): Promise<object | undefined>;
  /** Where it is shown. */
  open: { label: string; to: string };
  /** What else tells of a change where the retrieve does not return it. */
  elsewhere?: string;
}) {
  const back = useReadBack(async (place) => {
    const now = { ...(await read(place)) } as Record<string, unknown>;
    const told = changes.filter(({ word }) => now[word] !== undefined);
    return difference(now, Object.fromEntries(told.map(({ word, next }) => [word, next]))).length === 0;
  });
  const link = (
    <Link component={RouterLink} underline="always" to={open.to}>
      {open.label}
    </Link>
  );
  // Retrieves return subsets (interface, Mandate).
  if (changes.every((it) => it.isUnknown))
    return (
      <Alert severity="warning">
        No answer came, and the service does not return what was changed, so it cannot be read back here. {elsewhere}{' '}
        {link}
      </Alert>
    );
  return <ReadBack what={`change of ${of}`} {...back} found={link} />;
}
