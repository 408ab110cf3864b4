import { isOver } from '#console/model/statuses.ts';
import type { LooseOutput } from '#contract/operations.ts';

export type Initiate = LooseOutput<'mandateList'>;

/**
 * The status of a mandate that waits for its payer, and what makes one. The interface lists no values, so this is what the
 * service of this house does; one that calls it otherwise shows its own in the list of mandates.
 */
export const initiated = 'PENDING';
export const initiating = { product: 'DEBICHECK', TransactionType: 'TT2' } as const;

/** Known to wait for its payer. */
export const isWaiting = (status: string | null | undefined): boolean => status?.toUpperCase() === initiated;

/** Whether a mandate may still wait for its payer: it is not known to be in force or over. */
export const mayBeInitiated = (status: string | null | undefined): boolean =>
  !isOver(status) && status?.toUpperCase() !== 'ACTIVE';

export const whatItIs =
  'Until the payer has approved a mandate at their bank, nothing is collected, and it can be edited or deleted. The interface calls it an initiated mandate.';
