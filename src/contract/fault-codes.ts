/**
 * Every `Code` of this service's `Errors` entries, with its meaning. Callers may rely on a code; the `Message` is for
 * people and may change. Other services have other codes.
 */
export const faultCodes = {
  // the request cannot be read
  MALFORMED: 'The body is not the JSON that it should be, or did not arrive in full.',
  NOT_UTF8: 'The body holds bytes that are not UTF-8.',
  ENVELOPE: 'The request is not one key with an array of items, as the interface describes it.',
  EMPTY: 'The array holds no item.',
  DUPLICATE_KEY: 'A key stands more than once in the same object.',
  TOO_DEEP: 'The body is nested deeper than any call needs.',
  TOO_LARGE: 'An item, or the body around the items, is larger than any that could be valid.',
  TOO_MANY: 'There are more items, or they make more instalments, than one call may carry.',
  UNKNOWN_WORD: 'No field of this call has that name.',
  READ_ONLY: 'The field cannot be set, and the value is not the one that is stored.',
  UNKNOWN_VERSION: 'Version is something other than v1.',
  REPEATED: 'A query field is given more than once.',
  UNKNOWN_HOST: 'The Host header names no host of this service.',
  IDEMPOTENCY_KEY: 'Idempotency-Key is not 1 to 255 printable ASCII characters, given once.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key came with another request before.',
  IDEMPOTENCY_KEY_CLOSED:
    'Its sender asked for the outcome before the request arrived, and the Idempotency-Key was closed. Nothing was done.',
  TOO_OLD: 'The change was sent so long ago that its answer may no longer be kept.',
  IMPORT_ID: 'Import-Id is not a UUID, given once.',
  IMPORT_ROWS: 'Import-Rows or Import-File cannot be read, or the import is another caller’s.',
  RANGE: 'EndDate is before StartDate.',
  NOT_OFFERED: 'The provider behind this server does not offer this, or is not known to.',
  // a value is wrong
  REQUIRED: 'The field is required, or cannot be cleared.',
  WRONG_TYPE: 'The value is of another type than the field.',
  INVALID: 'The value breaks a rule of the field: its length, range, format or number of decimals.',
  CONFLICT: 'Two fields that exclude each other are both given.',
  OUT_OF_RANGE: 'The value lies outside what can be stored.',
  NOT_IN_LOOKUP: 'The lookup has no such code.',
  UNKNOWN_CODE: 'The code is not among those that this installation knows.',
  NOT_PLAUSIBLE: 'The value has a shape that no such number or address can have.',
  IN_THE_PAST: 'The date has passed.',
  TOO_FAR: 'The test clock moves no further at a time.',
  ABOVE_MAXIMUM: "The amount is above the mandate's MaximumAmount.",
  BELOW_INSTALMENT: 'MaximumAmount is below an instalment that is scheduled.',
  // the record
  IDENTIFICATION_REQUIRED: 'Nothing in the request identifies the record.',
  IDENTIFICATION_DISAGREES: 'ContractSequence is not that of ClientNumber and ContractNumber.',
  NOT_FOUND: 'It does not exist, or not for this sign-in.',
  DUPLICATE: 'The number is in use.',
  NOT_OPEN: 'The contract is cancelled or completed.',
  NOT_PENDING: 'The mandate is no longer waiting for its payer.',
  NOT_SCHEDULED: 'The instalment or payment is no longer scheduled.',
  TOO_LATE: 'It is due today or earlier, and could be changed up to the day before.',
  ALREADY_TAKEN: 'Another person follows up the client. It can be taken over.',
  PROMISED:
    'The client has promised to pay. Until that day has passed, or the promise is withdrawn, nothing is collected again.',
  OPTED_OUT: 'The client wants no messages.',
  DEBIT_CHANGED: 'The debit that the message announces is cancelled, moved, paid or of another amount.',
  WAITS: 'The message was accepted and goes later: the merchant says when messages may go.',
  AWAITING_RELEASE: 'It waits for a second person and is not in force. The same content again finds the same request.',
  ATTEMPTS_USED: 'The missed debits of the contract were collected again as often as the merchant allows.',
  PAYER_MONTH_LIMIT: 'The client would have more debits in that month than the merchant allows.',
  ITEM_LIMIT: 'The debit is larger than the merchant allows for one that is added.',
  MONTH_LIMIT: 'The debits that were added for that month would come to more than the merchant allows.',
  STOP_REASON:
    'A debit of the contract was returned with a reason to stop, and no second person can release another one.',
  NOT_JUDGED: 'What the merchant’s limits count could not be read at the provider. It was not sent.',
  UNSETTLED:
    'It was sent to the provider and its outcome is not known yet; of an item: another change of its record is so, and it was not sent.',
  NOT_STORED: 'It was sent to the provider, which has not stored it; it can be sent again.',
  OWN_WORK: 'Nobody releases or returns what they have prepared themselves.',
  CHANGED: 'It has changed since it was read.',
  TAKEN_OVER: 'The known payees of the product were taken over before, which is possible once.',
  NOT_REPEATED: 'More items were refused than are repeated in full in one answer.',
  MORE: 'There are more faults than are listed.',
  // people and settings
  LAST_ADMINISTRATOR: 'Nobody would be left who administers all merchants.',
  SECOND_ADMINISTRATOR: 'The change waits until another administrator confirms it.',
  WEAK_PASSWORD: 'The password is short or easy to guess.',
  WRONG_PASSWORD: 'The current password is another one.',
  // the close of a month
  MONTH_NOT_OVER: 'The month has days that are not over.',
  MONTH_CLOSED: 'The month, or a later one, is closed.',
  MONTH_NOT_CLOSED: 'The month is not closed.',
  FIGURES_DIFFER: 'The service computes another figure than the manifest has.',
  UNKNOWN_STATUS: 'The month has transactions whose status is not known.',
  MONTH_UNCLEAR:
    'The month has transactions without a day or an amount in whole cents, or of a type that is not known, or too many returns.',
  // the caller, and the service itself
  UNAUTHORIZED: 'There is no valid token, or no valid username and password.',
  NOT_PERMITTED: 'The sign-in lacks the permission.',
  SECOND_FACTOR: 'The call needs a second factor that was used within the last five minutes.',
  PROVIDER_REFUSED:
    'The provider behind this server refused its credentials, or gave an answer that the interface has not.',
  PROVIDER_AWAY: 'The provider behind this server does not answer, or wants to be asked later.',
  PAUSED: 'An administrator has paused the changes of the merchant. It was not sent.',
  BUSY: 'Too many calls of this caller are under way.',
  UNAVAILABLE: 'The service cannot answer right now.',
  INTERNAL: 'The service made a mistake. Support finds it by the CallSequence.',
} as const satisfies Record<string, string>;

export type FaultCode = keyof typeof faultCodes;

/** The text of docs/errors.md, which `npm run inventory` writes. */
export function faultCodesText(): string {
  const rows = Object.entries(faultCodes).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
  return `# Error codes

<!-- Written by \`npm run inventory\` from src/contract/fault-codes.ts. Do not edit it by hand. -->

The interface shows no error body, so this is the service's own: a refused call, and each refused item in \`Failed\`, carries
\`Errors\`, an array of \`{ Field?, Code, Message }\`. Programs may rely on \`Code\`; \`Message\` is for people and may change.

${rows.join('\n')}
`;
}
