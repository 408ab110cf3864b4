import type { ApprovalPayment } from '#contract/approvals.ts';

/** Statuses that only held payouts have. */
const heldMarks: Partial<Record<string, { value: string; label: string }>> = {
  ACCEPTED: { value: 'SUCCESS', label: 'Accepted' },
  REFUSED: { value: 'REJECTED', label: 'Refused' },
  NOT_STORED: { value: 'FAILED', label: 'Not stored' },
};

export const statusMarkOf = ({
  PaymentStatus,
  Outcome,
  Expected,
}: ApprovalPayment): { value: string; label?: string } =>
  Outcome?.State === 'UNCLEAR'
    ? { value: 'PENDING', label: 'Unclear' }
    : ((Expected && heldMarks[PaymentStatus]) ?? { value: PaymentStatus });
