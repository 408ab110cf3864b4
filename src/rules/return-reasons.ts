export type ReasonGroup = 'retry' | 'details' | 'stop' | 'other';

/** Ordered by the chance to collect. Against `stop` and `details` no collection is offered unless a person insists. */
export const reasonGroups: Record<ReasonGroup, { label: string; advice: string; isAgainst: boolean }> = {
  retry: {
    label: 'Try again',
    advice: 'Not enough money in the account. Try again after payday.',
    isAgainst: false,
  },
  details: {
    label: 'Fix bank details',
    advice: 'Account can’t be debited. Get new bank details first.',
    isAgainst: true,
  },
  stop: {
    label: 'Don’t retry',
    advice: 'The client or bank stopped these debits. Contact the client first; a retry may be disputed.',
    isAgainst: true,
  },
  other: {
    label: 'Other reasons',
    advice: 'We don’t recognise this code. Check with your bank before collecting again.',
    isAgainst: false,
  },
};

interface Reason {
  group: ReasonGroup;
  /** South African banks' codes for returned debits, for installations without labels. */
  codes: readonly string[];
  text: RegExp;
  /** More precise than that of its group. */
  advice?: string;
}

/** Reasons to stop come before reasons to retry: the careful reading wins. */
const reasons: readonly Reason[] = [
  {
    group: 'stop',
    codes: ['18'],
    text: /decease|died|death/,
    advice: 'The account holder has died. Don’t collect again; contact the estate.',
  },
  {
    group: 'stop',
    codes: ['30', '32', '34'],
    text: /disput|authori|cancel|revok|withdr(?:ew|aw(?!al))|(?:mandate|consent) withdrawal|withdrawal of (?:the )?(?:mandate|consent)/,
    advice:
      'The client says that you may not debit this account. Agree on a new mandate first; a retry may be disputed.',
  },
  {
    group: 'stop',
    codes: ['04', '36'],
    text: /stop/,
    advice: 'The client told the bank to stop this debit. Speak to the client first; a retry may be disputed.',
  },
  {
    group: 'stop',
    codes: ['06', '08', '10'],
    text: /frozen|sequestrat|liquidat|recall|fraud|refus/,
  },
  {
    group: 'details',
    codes: ['03', '12', '14', '16', '26', '56'],
    text: /(?<!dis|en)closed|transferred|invalid|no such|not found|unknown account|not allowed|fica(?![nt])|incorrect|dormant/,
  },
  {
    group: 'retry',
    codes: ['02', '22'],
    text: /insufficient|(?<!re)funds|not provided for|effects|refer to drawer|limit(?!ed)/,
  },
];

const withText = (text: string): Reason | undefined =>
  reasons.find((it) => it.text.test(text.toLowerCase().replaceAll('_', ' ')));

/**
 * The configured label says more than the code: the interface lists none (docs/interface.md, Resources), so another
 * service may use codes differently. `undefined` for unclear reasons.
 */
function reasonOf(code: string, label: string | undefined): Reason | undefined {
  if (code === '') return undefined;
  if (label) return withText(label);
  return reasons.find((it) => it.codes.includes(code)) ?? withText(code);
}

/** The group of a reason. Unclear reasons are `other`. */
export const reasonGroupOf = (code: string, label: string | undefined): ReasonGroup =>
  reasonOf(code, label)?.group ?? 'other';

/** Why a debit with this reason should not be collected again, and what to do instead; '' if nothing is against it. */
export function adviceAgainst(code: string, label: string | undefined): string {
  const reason = reasonOf(code, label);
  if (!reason || !reasonGroups[reason.group].isAgainst) return '';
  return reason.advice ?? reasonGroups[reason.group].advice;
}

/** Whether a debit with this reason should not be collected again at all, as far as the bank's reason tells. */
export const isStopReason = (code: string, label: string | undefined): boolean => reasonGroupOf(code, label) === 'stop';
