import type { Attempt, Recipient, Standing } from './message-draft.ts';
import { StatusMark } from './status.tsx';

/** What each standing is called, and the mark of a status that looks like it. */
export const standings: Record<Standing, { label: string; mark: string }> = {
  sending: { label: 'Being sent', mark: 'SUBMITTED' },
  accepted: { label: 'Accepted, not yet delivered', mark: 'PENDING' },
  delivered: { label: 'Delivered', mark: 'PAID' },
  undelivered: { label: 'Not delivered', mark: 'FAILED' },
  rejected: { label: 'Rejected', mark: 'REJECTED' },
  unknown: { label: 'Unknown', mark: 'TRACKING' },
};

/** Why, in the service's words; its own name for it where it gives none. */
export const reasonOf = ({ status }: Pick<Attempt, 'status'>): string =>
  [status?.description ?? status?.name, status?.action].filter((it) => typeof it === 'string' && it !== '').join(' ');

export const standingOfRow = ({ attempt }: Recipient): Standing | 'open' => attempt?.standing ?? 'open';

/** A standing as icon, word and colour. */
export const StandingMark = ({ standing }: { standing: Standing }) => (
  <StatusMark value={standings[standing].mark} label={standings[standing].label} />
);
