import { normalStatus } from '#answers/statuses.ts';
import { configuredCodes } from '#console/api/code-labels.ts';
import type { StatusLook } from '#kit/host.ts';

const marks: Readonly<Record<string, StatusLook>> = {
  ACTIVE: { label: 'Active', tone: 'success', path: 'M3 8.5l3.2 3.2L13 5' },
  PAID: { label: 'Paid', tone: 'success', path: 'M3 8.5l3.2 3.2L13 5' },
  SUCCESS: { label: 'Success', tone: 'success', path: 'M3 8.5l3.2 3.2L13 5' },
  COMPLETED: { label: 'Completed', tone: 'muted', path: 'M3 8.5l3.2 3.2L13 5' },
  PENDING: { label: 'Pending', tone: 'warning', path: 'M8 2.5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M8 5v3.2l2.2 1.4' },
  SCHEDULED: { label: 'Scheduled', tone: 'info', path: 'M8 2.5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M8 5v3.2l2.2 1.4' },
  WAITING: {
    label: 'Waiting for release',
    tone: 'warning',
    path: 'M8 2.5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M8 5v3.2l2.2 1.4',
  },
  SENT_BACK: { label: 'Sent back', tone: 'warning', path: 'M13 8H4M7 4.5L3.5 8 7 11.5' },
  MISSED: { label: 'Missed', tone: 'warning', path: 'M4 4l8 8M12 4l-8 8' },
  SUBMITTED: { label: 'Submitted', tone: 'info', path: 'M2.5 8h10M9 4.5L12.5 8 9 11.5' },
  TRACKING: { label: 'In tracking', tone: 'info', path: 'M13 8a5 5 0 11-1.6-3.7M11.5 1.8v2.7H8.8' },
  UNPAID: { label: 'Unpaid', tone: 'error', path: 'M4 4l8 8M12 4l-8 8' },
  FAILED: { label: 'Failed', tone: 'error', path: 'M4 4l8 8M12 4l-8 8' },
  REJECTED: { label: 'Rejected', tone: 'error', path: 'M4 4l8 8M12 4l-8 8' },
  CANCELLED: { label: 'Cancelled', tone: 'muted', path: 'M8 2.5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M4.2 4.2l7.6 7.6' },
};

/** The label is the configuration's, if it has one. An unknown status is its own label. */
export function statusLook(fieldName: string, value: string): StatusLook {
  const status = normalStatus(value);
  const label = configuredCodes(fieldName)?.find((it) => normalStatus(it.code) === status)?.label;
  const known = Object.hasOwn(marks, status) ? marks[status] : undefined;
  return { label: value, tone: 'muted', ...known, ...(label !== undefined && { label }) };
}
