import { isOver, normalStatus } from '#answers/statuses.ts';
import type { LooseOutput } from '#contract/operations.ts';

export type Initiate = LooseOutput<'mandateList'>;

/**
 * The status of a mandate that awaits approval, and the terms that cause it. The interface lists no values: this is our
 * service's; others are shown unchanged.
 */
export const pendingStatus = 'PENDING';
export const initiating = { product: 'DEBICHECK', TransactionType: 'TT2' } as const;

export const isWaiting = (status: string | null | undefined): boolean => normalStatus(status) === pendingStatus;

/** Whether a mandate may still await approval: not known to be active or over. */
export const mayBeInitiated = (status: string | null | undefined): boolean =>
  !isOver(status) && normalStatus(status) !== 'ACTIVE';

export const whatItIs =
  'Until the payer has approved a mandate at their bank, nothing is collected, and it can be edited or deleted. Its name in the API is initiated mandate.';
