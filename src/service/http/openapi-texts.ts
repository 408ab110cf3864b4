import { fieldOf, type Field, type InputKind } from '#contract/fields.ts';

type Json = Record<string, unknown>;

const forms: Partial<Record<InputKind, string>> = {
  code: 'A code.',
  amount: 'In rand, with at most two decimals.',
  rate: 'In percent, with at most four decimals.',
  date: 'A day, `YYYY-MM-DD`.',
  dateTime: 'Wall-clock time of the service, `YYYY-MM-DD HH:MM`.',
  flag: '`Y` or `N`.',
};

/** A field's label, form, unit, maximum length and lookup. */
function fieldText({ label, input, max, lookup, sensitive }: Field): string {
  const isText = input === 'text' || input === 'code';
  return [
    `${label}.`,
    forms[input],
    isText && max && `At most ${max} characters.`,
    lookup && `Its values are those of the lookup \`${lookup}\`.`,
    sensitive && 'Personal: not to be logged.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Names that are not fields: envelopes and the fields of messages. */
const others: Readonly<Record<string, string>> = {
  APIResponse: 'What the call was and how it ended.',
  CallSequence: 'The number of the call, for support; 0 for one that was turned away.',
  Version: 'The version of the operation.',
  Successful: 'The items that were processed.',
  Failed: 'The items that were not processed, as they were sent, each with its `Errors`.',
  Errors: 'What was wrong.',
  Processed: 'Of 400, 401 and 404: the call was refused as a whole, and nothing was changed.',
  Field: 'The field that is wrong, if it is one.',
  Code: 'The kind of mistake.',
  Message: 'The mistake in words.',
  ApprovalSequence: 'The approval in which a change waits for a second person.',
  filename: 'The name of the file.',
  url: 'Where the file is.',
  messages: 'The messages, or their answers in the same order.',
  from: 'The registered sender.',
  to: 'The telephone number of the recipient.',
  messageId: 'The number of the message. One that was accepted before is never sent twice.',
  content: 'What is sent.',
  templateName: 'The name of an approved template.',
  templateData: 'The values for the template.',
  body: 'The values for the text of the template.',
  placeholders: 'The values for its placeholders, in their order.',
  header: 'What is above the text of the template.',
  type: 'The kind of header, `IMAGE` for example.',
  mediaUrl: 'Where the file of the header is.',
  language: 'The language of the template.',
  callbackData: 'Where the delivery report is posted, or what it repeats.',
  notifyUrl: 'Where the delivery report is posted, if `callbackData` is no address.',
  urlOptions: 'What is done with addresses in the text.',
  shortenUrl: 'Whether addresses are shortened.',
  trackClicks: 'Whether clicks on them are counted.',
  trackingUrl: 'Where clicks are reported.',
  removeProtocol: 'Whether `https://` is left out.',
  customDomain: 'The domain of shortened addresses.',
  bulkId: 'The number of the call at the gateway; null for a single one.',
  messageCount: 'How many parts the message was sent in.',
  groupId: 'The group of the status: 1 pending, 2 undeliverable, 3 delivered, 4 expired, 5 rejected.',
  groupName: 'The name of the group.',
  id: 'The number of the status.',
  name: 'The name of the status.',
  action: 'What to do about it.',
  results: 'The reports, one for each message.',
  sentAt: 'When the message was accepted: wall-clock time of the service, `YYYY-MM-DD HH:MM`.',
  doneAt: 'When its last status was reached; null while it is not.',
  error: 'Why it was not delivered.',
  permanent: 'Whether sending it again is pointless.',
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The text of a property; `records` of an answer is named after the operation. */
export function propertyText(name: string): string | undefined {
  const field = fieldOf(name);
  if (field) return fieldText(field);
  return name.endsWith('Response') && !(name in others) ? 'The results of the call.' : others[name];
}

/** Adds descriptions to the properties of a schema that have none. */
export function describing(schema: unknown, textOf: (name: string) => string | undefined = propertyText): unknown {
  if (Array.isArray(schema)) return schema.map((it) => describing(it, textOf));
  if (!isObject(schema)) return schema;
  const describedProperty = ([name, property]: [string, unknown]): [string, unknown] => {
    const description = textOf(name);
    const own = describing(property, textOf);
    return [name, isObject(own) ? { ...(description && { description }), ...own } : own];
  };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' && isObject(value)
        ? Object.fromEntries(Object.entries(value).map(describedProperty))
        : describing(value, textOf),
    ]),
  );
}
