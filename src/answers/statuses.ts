type Stage = 'scheduled' | 'underway' | 'paid' | 'unpaid' | 'cancelled';

const stages: Record<string, Stage> = {
  SCHEDULED: 'scheduled',
  SUBMITTED: 'underway',
  TRACKING: 'underway',
  PAID: 'paid',
  UNPAID: 'unpaid',
  CANCELLED: 'cancelled',
  // Payouts that need a second person; the last two are paid only after a correction.
  WAITING: 'scheduled',
  SENT_BACK: 'cancelled',
  MISSED: 'cancelled',
};

/** Final statuses of any provider, including those whose outcome is unclear. */
const finalStatuses = new Set([
  'PAID',
  'UNPAID',
  'CANCELLED',
  'CANCELED',
  'COMPLETED',
  'SUCCESS',
  'SUCCESSFUL',
  'FAILED',
  'REJECTED',
  'RETURNED',
  'REVERSED',
  'EXPIRED',
  'DELETED',
]);

type Status = string | null | undefined;

/** To compare statuses: case doesn't matter, and services with columns of a fixed length pad their texts. */
export const normalStatus = (status: Status): string =>
  String(status ?? '')
    .trim()
    .toUpperCase();

/** Undefined for a missing or unknown status: the interface lists none (docs/interface.md, States). */
export const stageOf = (status: Status): Stage | undefined =>
  Object.hasOwn(stages, normalStatus(status)) ? stages[normalStatus(status)] : undefined;

/** Final, so that nothing can change. For other records the service decides. */
export const isOver = (status: Status): boolean => finalStatuses.has(normalStatus(status));

/** Distinct unknown statuses, '' for a missing one. Statements about money need this to be empty. */
export const unknownAmong = (statuses: readonly Status[]): string[] => [
  ...new Set(statuses.filter((it) => stageOf(it) === undefined).map((it) => it ?? '')),
];
