export type ReasonGroup = 'retry' | 'details' | 'stop' | 'other';

/** Ordered by the chance to collect. */
export const reasonGroups: Record<ReasonGroup, { label: string; advice: string }> = {
  retry: {
    label: 'Try again',
    advice: 'Not enough money in the account. Try again after payday.',
  },
  details: {
    label: 'Fix bank details',
    advice: 'The account cannot be debited. Ask the client for new bank details before you collect again.',
  },
  stop: {
    label: 'Don’t retry',
    advice: 'The client or bank stopped these debits. Contact the client first; a retry may be disputed.',
  },
  other: {
    label: 'Other reasons',
    advice: 'We don’t recognise this code. Check with your bank before collecting again.',
  },
};

/** South African banks' codes for returned debits, for installations without labels. */
const codes: Record<string, ReasonGroup> = {
  ...group('retry', ['02', '22']),
  ...group('details', ['03', '12', '14', '16', '26', '56']),
  ...group('stop', ['04', '06', '08', '10', '18', '30', '32', '34', '36']),
};

function group(name: ReasonGroup, list: readonly string[]): Record<string, ReasonGroup> {
  return Object.fromEntries(list.map((code) => [code, name]));
}

// Reasons to stop come before reasons to retry: the careful reading wins.
const texts: readonly [ReasonGroup, RegExp][] = [
  ['stop', /stop|decease|disput|authori|cancel|revok|frozen|sequestrat|liquidat|recall|fraud|refus/],
  ['details', /closed|transferred|invalid|no such|not found|unknown account|not allowed|fica|incorrect|dormant/],
  ['retry', /insufficient|funds|not provided|effects|refer to drawer|limit/],
];

const groupOfText = (text: string): ReasonGroup | undefined =>
  texts.find(([, pattern]) => pattern.test(text.toLowerCase().replaceAll('_', ' ')))?.[0];

/**
 * The group of a reason. The configured label says more than the code: the interface lists none (docs/interface.md,
 * Resources), so another service may use codes differently. Unclear reasons are `other`.
 */
export function reasonGroupOf(code: string, label: string | undefined): ReasonGroup {
  if (code === '') return 'other';
  if (label) return groupOfText(label) ?? 'other';
  return (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? groupOfText(code) ?? 'other';
}
