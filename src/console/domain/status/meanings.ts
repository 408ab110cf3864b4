import { normalStatus } from '#answers/statuses.ts';
import { statusLabel } from '#kit/ui/status.tsx';

/* docs/decisions.md, 13: the order of statuses, and what can be changed in each. */

const debits = {
  SCHEDULED:
    'It is debited on its date, and can be changed or cancelled until the day before. Submitted comes next, on that date.',
  SUBMITTED: 'It is with the bank and can no longer be changed. Paid or Unpaid comes next, or first In tracking.',
  TRACKING:
    'The bank waits for money in the client’s account, for as many days as the tracking code says. Paid or Unpaid comes next.',
  PAID: 'The money was collected. Nothing comes next.',
  UNPAID:
    'The debit was returned; its reason says why. It is not debited again by itself: collect it again from Unpaid.',
  CANCELLED: 'It is not debited. Nothing comes next; add another instalment to collect the money.',
};

const groups = {
  mandate: {
    title: 'Statuses of mandates',
    texts: {
      PENDING:
        'The client has not approved it yet, so nothing is debited. Active comes next, once it is approved; until then it can be edited or deleted.',
      ACTIVE:
        'Its instalments are debited on their dates. Completed comes next, after the last one, or Cancelled if it is cancelled.',
      COMPLETED: 'All instalments are done. Create a new mandate to keep collecting.',
      CANCELLED:
        'Nothing is debited after its cancel date; what is due up to that date still is. Nothing comes next: it cannot become active again.',
    },
  },
  debit: { title: 'Statuses of instalments and debits', texts: debits },
  payout: {
    title: 'Statuses of payouts',
    texts: {
      WAITING:
        'It needs a second person: whoever may release sees it under Approvals. Until then it can be changed or cancelled. Scheduled comes next, or Returned, or Missed.',
      SENT_BACK:
        'The second person sent it back; the reason is under Approvals, Decided. It is not paid out. Edit it to send it for release again, or cancel it.',
      MISSED:
        'Nobody released it before its day, so it is not paid out. Give it another date to send it for release again.',
      SCHEDULED:
        'It is paid out on its date, and can be changed or cancelled until the day before. Submitted comes next, on that date.',
      SUBMITTED: 'It is with the bank and can no longer be changed. Paid or Unpaid comes next.',
      PAID: 'The money was paid out. Nothing comes next.',
      UNPAID: 'The payout failed; its reason says why. It is not paid again by itself: add another payment.',
      CANCELLED: 'It is not paid out. Nothing comes next.',
    },
  },
} as const;

const fields: Partial<Record<string, keyof typeof groups>> = {
  MandateStatusCode: 'mandate',
  InstalmentStatus: 'debit',
  Status: 'debit',
  PaymentStatus: 'payout',
};

export const otherStatuses =
  'We don’t know its meaning or what comes next: the interface lists no statuses. Ask your provider.';

/** The ID of the help's topic for a status, and its text. */
export function meaningOf(fieldName: string, value: string): { topic: string; text: string } {
  const kind = fields[fieldName];
  const code = normalStatus(value);
  const texts: Partial<Record<string, string>> = kind ? groups[kind].texts : {};
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text ? { topic: `${kind}-${code}`.toLowerCase(), text } : { topic: 'other-statuses', text: otherStatuses };
}

const fieldOf = { mandate: 'MandateStatusCode', debit: 'InstalmentStatus', payout: 'PaymentStatus' };

/** All of them, or those of some fields. */
export const statusGroups = (fieldNames = Object.keys(fields)) =>
  (Object.keys(groups) as (keyof typeof groups)[])
    .filter((kind) => fieldNames.some((fieldName) => fields[fieldName] === kind))
    .map((kind) => ({
      title: groups[kind].title,
      topics: Object.keys(groups[kind].texts).map((code) => {
        const { topic, text } = meaningOf(fieldOf[kind], code);
        return { id: topic, title: statusLabel(fieldOf[kind], code), instead: text };
      }),
    }));
