import { explain, type CallError } from '#console/api/errors.ts';
import type { Approval, ApprovalPayment } from '#contract/approvals.ts';
import { countText } from '#kit/ui/sums.ts';
import { minuteText } from '#rules/day-text.ts';
import { formatCents, toCents } from '#rules/money.ts';

/** Characters of the reason of a decision. */
export const maxReason = 200;

/** After a lost answer the page reads again and shows what happened. */
export function problemOfDecision(error: CallError): string {
  const { title, next } = explain(error);
  return error.faults[0]?.Message ?? `${title}. ${next}`;
}

export const payoutCountText = (count: number): string => countText(count, ['payout', 'payouts']);

/** One payee by name. */
export function approvalTitle({ Kind, Payee, Count, ContractNumber }: Approval): string {
  if (Kind === 'BANK_DETAILS') return `New bank details of ${Payee}`;
  if (Kind === 'KNOWN_PAYEES') return `Known payees: ${countText(Count, ['client', 'clients'])}`;
  if (Kind === 'CANCEL') return `Cancel of contract ${ContractNumber}, ${Payee}`;
  if (Kind === 'COLLECT_AGAIN') return `Collect again from ${Payee}, contract ${ContractNumber}`;
  return Payee === null ? payoutCountText(Count) : Count === 1 ? Payee : `${Payee}, ${payoutCountText(Count)}`;
}

const causes = { RULE: '', EDIT: ', edited', BANK_DETAILS: ', whose change of bank details withdrew them' } as const;

export const preparedText = ({ PreparedBy, PreparedAt, Reason }: Approval): string =>
  `Prepared by ${PreparedBy}${causes[Reason]}, ${minuteText(PreparedAt)}`;

const decisions = { RELEASED: 'Released', RETURNED: 'Sent back' } as const;

/** Undefined before a decision. */
export const decidedText = ({ Decision, DecidedBy, DecidedAt }: Approval): string | undefined =>
  Decision ? `${decisions[Decision]} by ${DecidedBy ?? ''}, ${minuteText(DecidedAt ?? '')}` : undefined;

const outcomes = {
  WAITING: 'It waits again',
  RELEASED: 'It has not gone to the provider yet',
  SENDING: 'It was sent, and the provider’s answer is not known yet',
  UNCLEAR: 'Whether the provider has it is unclear: see Unclear calls',
  ACCEPTED: 'The provider has accepted it',
  REFUSED: 'The provider refused it',
  NOT_STORED: 'The provider does not have it, and it can be sent again',
} as const;

/** In front of a provider; undefined elsewhere and before a release. */
export const sentOutcomeText = ({ Outcome }: Pick<Approval, 'Outcome'>): string | undefined =>
  Outcome ? [outcomes[Outcome.State], Outcome.Note?.replace(/\.$/, '')].filter(Boolean).join(': ') : undefined;

/** Of several payouts: each has an outcome of its own. */
export const notAllText = 'Not all were accepted by the provider';

const changedOf = (it: ApprovalPayment): string | undefined =>
  it.HeldUntil !== null && it.BankDetailsChanged !== null
    ? `Bank details changed ${minuteText(it.BankDetailsChanged)} by ${it.BankDetailsChangedBy ?? ''}`
    : undefined;

/** What a releaser should check, in a word or two each: `notesOf` has it in full. */
export const checksOf = (it: ApprovalPayment): string[] => [
  ...(it.IsNewPayee ? ['New payee'] : []),
  ...(changedOf(it) ? ['New details'] : []),
  ...(it.ReturnReason ? ['Sent back'] : []),
];

/** Of the same client. In front of a provider it is not known. */
export const lastPaidText = ({ LastPaid, Expected }: ApprovalPayment): string =>
  Expected ? '' : LastPaid === null ? 'First payment' : `Last ${formatCents(toCents(LastPaid) ?? 0)}`;

/** Sentences that have no room in a row. @param takenOut why the payment is being excluded */
export const notesOf = (it: ApprovalPayment, takenOut: string | undefined): string[] => {
  const name = `${it.ClientName} ${it.ContractNumber}, ${minuteText(it.PaymentDate)}`;
  const changed = changedOf(it);
  const outcome = sentOutcomeText(it);
  const { Count = 1, LastDate = '', Before = null, BeforeDate = null } = it.Expected ?? {};
  return [
    ...(Count > 1 ? [`${name}: ${Count} payments until ${minuteText(LastDate)}, as we expect them`] : []),
    ...(Before !== null && BeforeDate !== null && it.PaymentStatus === 'WAITING'
      ? [`${name}: until this is sent, ${formatCents(toCents(Before) ?? 0)} goes out on ${minuteText(BeforeDate)}`]
      : []),
    ...(outcome && (it.Outcome?.State !== 'ACCEPTED' || it.Outcome.Note !== null) ? [`${name}: ${outcome}`] : []),
    ...(changed ? [`${name}: ${changed}`] : []),
    ...(it.ReturnReason ? [`Sent back: ${name}, “${it.ReturnReason}”`] : []),
    ...(takenOut === undefined ? [] : [`Excluded: ${name}, “${takenOut}”`]),
  ];
};

export const paymentKey = (it: Pick<ApprovalPayment, 'ContractSequence' | 'PaymentSequence'>): string =>
  `${it.ContractSequence}/${it.PaymentSequence}`;

/** How many accounts are new or were changed: several payouts may go to one. */
export const unusualAccounts = (payments: readonly ApprovalPayment[]): number =>
  new Set(payments.filter((it) => it.IsNewPayee || it.HeldUntil !== null).map((it) => it.PaymentAccount)).size;
