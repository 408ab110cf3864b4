import { isUnclear } from '#console/api/outgoing-calls.ts';
import { fieldOf } from '#contract/fields.ts';
import type { ChangeName, OperationName } from '#contract/operations.ts';
import type { OutgoingCall, OutgoingDecision, OutgoingItem } from '#contract/outgoing-calls.ts';
import { formatField } from '#kit/ui/format.tsx';
import { countText, sumOf, formatCount } from '#kit/ui/sums.ts';
import { minuteText } from '#rules/day-text.ts';

const sentTexts: Readonly<Record<ChangeName, string>> = {
  mandateCreate: 'New mandate',
  mandateEdit: 'Edit of a mandate',
  mandateCancel: 'Cancel of a mandate',
  contractCreate: 'New contract',
  contractEdit: 'Edit of a contract',
  contractCancel: 'Cancel of a contract',
  mandateInitiateEdit: 'Edit of a mandate awaiting approval',
  mandateInitiateCancel: 'Deletion of a mandate awaiting approval',
  instalmentCreate: 'New instalment',
  instalmentEdit: 'Edit of an instalment',
  instalmentCancel: 'Cancel of an instalment',
  omniInstalmentCreate: 'New instalment by collection date',
  omniInstalmentEdit: 'Edit of an instalment by collection date',
  omniInstalmentCancel: 'Cancel of instalments by collection date',
  payoutContractCreate: 'New payout contract',
  payoutContractCancel: 'Cancel of a payout contract',
  payoutPaymentCreate: 'New payment',
  payoutPaymentEdit: 'Edit of a payment',
  clientCreate: 'New client',
  clientEdit: 'Edit of a client',
  templateSend: 'Message',
};

/** `New mandate`; of a call with several items also how many of them are open. */
export function sentText({ Operation, Count, Items, MoreItems }: OutgoingCall): string {
  const text = (sentTexts as Partial<Record<OperationName, string>>)[Operation] ?? Operation;
  return Count === 1 ? text : `${text}, ${formatCount(Items.length + MoreItems)} of ${formatCount(Count)} open`;
}

const amountFields = ['InstalmentAmount', 'PaymentAmount'];

const amountIn = ({ Sent }: OutgoingItem) =>
  amountFields.map((it) => Sent[it]).find((it) => it !== undefined && it !== null);

/** In cents; undefined where an item has none, or where the sum would be partial. */
export function centsSent({ Items, MoreItems }: OutgoingCall): number | undefined {
  return MoreItems > 0 ? undefined : (sumOf(Items.map(amountIn)) ?? undefined);
}

export const itemsText = (count: number): string => countText(count, ['item', 'items']);

/** `Sent 25 Nov 2026, 10:38 by Sam Staff`. */
export const sentByText = ({ SentAt, AskedAt, AskedBy }: OutgoingCall): string =>
  `Sent ${minuteText(SentAt ?? AskedAt)} by ${AskedBy}`;

export const readText = ({ ReadAt }: OutgoingCall): string =>
  ReadAt === null ? 'Not read back yet' : `Last read back ${minuteText(ReadAt)}`;

/** What the provider shows: the first line, and a second where there is more to say. */
export function providerText(call: OutgoingCall): [first: string, second: string] {
  if (!isUnclear(call)) return ['Is being read back', readText(call)];
  const unclear = call.Items.filter((it) => it.State === 'unclear');
  const [first] = unclear;
  if (call.Count === 1) return [first?.Note ?? 'Unclear', ''];
  const others = call.Items.length - unclear.length;
  const rest =
    call.MoreItems > 0
      ? `${formatCount(call.MoreItems)} more`
      : others > 0
        ? `${formatCount(others)} being read back`
        : '';
  return [`${itemsText(unclear.length)} to decide`, rest];
}

/** `payment_reminder · •••• 0101`. */
export function messageName({ content, to }: Record<string, unknown>): string {
  const { templateName } = (content ?? {}) as Record<string, unknown>;
  return [templateName, to].filter((it) => typeof it === 'string').join(' · ');
}

export const decisionAnswers = (
  operation: OperationName,
): readonly { outcome: OutgoingDecision['Outcome']; label: string; text: string }[] => [
  {
    outcome: 'stored',
    label: 'Stored',
    text:
      operation === 'templateSend'
        ? 'The provider has it. It is not sent again.'
        : 'What is there is ours. Nothing is sent.',
  },
  {
    outcome: 'not stored',
    label: 'Not stored',
    text: 'Nothing is sent now; it can be sent again by whoever asked for it.',
  },
];

interface ComparedField {
  fieldName: string;
  label: string;
  sent: unknown;
  /** Undefined where the provider does not say. */
  found: unknown;
  isDifferent: boolean;
}

/** Of messages, which have no fields of the contract. */
const messageLabels: Readonly<Record<string, string>> = {
  from: 'From',
  to: 'To',
  messageId: 'Message ID',
  templateName: 'Template',
  placeholders: 'Values',
  type: 'Header',
  mediaUrl: 'Header file',
  filename: 'File name',
  language: 'Language',
};

/** Fields of objects within as fields of the record. */
const flat = (record: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value as Record<string, unknown>)
      : [[name, value]],
  );

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** For a comparison as people read it: providers write amounts as text and days with a time. */
export const valueText = (fieldName: string, value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(', ') : formatField(fieldName, value);

/** What was sent next to what is there, in the order it was sent; fields that are empty in both are left out. */
export function comparedFields({ Sent, Found }: OutgoingItem): ComparedField[] {
  const there = new Map(flat(Found ?? {}));
  return flat(Sent).flatMap(([fieldName, sent]) => {
    const found = there.get(fieldName);
    if (isEmpty(sent) && isEmpty(found)) return [];
    return {
      fieldName,
      label: fieldOf(fieldName)?.label ?? messageLabels[fieldName] ?? fieldName,
      sent,
      found,
      isDifferent: found !== undefined && valueText(fieldName, sent) !== valueText(fieldName, found),
    };
  });
}

/** What the provider shows of an item, as far as it is known. */
export function noteText({ State, Note, Found }: OutgoingItem): string {
  if (State === 'unknown')
    return 'It is still being read back. If the provider’s records don’t tell, a person decides.';
  return Note ?? (Found ? 'It can’t be told from other records.' : 'The provider shows nothing that it could be.');
}

/** `Record as stored`, `Record 3 as not stored`. @param count of several items */
export function recordText(outcome: OutgoingDecision['Outcome'] | undefined, count: number | undefined): string {
  return ['Record', count && formatCount(count), outcome && `as ${outcome}`].filter(Boolean).join(' ');
}
