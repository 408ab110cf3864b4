/** An item as sent: the fields of a body's record or of a query. */
export type SentItem = Record<string, unknown>;

/** One form in which a service may report a refused item. The interface defines none, so every service has its own. */
export interface FailedShape {
  name: string;
  /** The content of `Failed`. */
  failed(item: SentItem): unknown;
  /** What must be readable at once; absent if the shape has no reason. */
  reason?: string;
  /** What "Show all" must include at least. */
  more?: string;
}

const names = ['ClientNumber', 'ContractNumber', 'ContractSequence', 'InstalmentSequence', 'PaymentSequence'];
const echo = (item: SentItem): SentItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

const long = `The account of this merchant is suspended. ${'Ask the branch that holds it for the reason. '.repeat(20)}`;

/** Each refuses the one item that was sent. */
export const failedShapes: readonly FailedShape[] = [
  { name: 'the item alone', failed: (item) => [echo(item)] },
  { name: 'a number of them', failed: () => 1 },
  { name: 'a field with a list', failed: () => [{ ClientName: ['is not allowed'] }], reason: 'is not allowed' },
  {
    name: 'records of field, code and message',
    failed: (item) => [
      { ...echo(item), Errors: [{ Field: 'RiskGroup', Code: 'R1', Message: 'is not known to the bank' }] },
    ],
    reason: 'is not known to the bank',
  },
  {
    name: 'errors keyed by field, a list each',
    failed: (item) => [
      { ...echo(item), Errors: { InstalmentAmount: ['is too high', 'is odd'], 'items[0].clientName': 'is short' } },
    ],
    reason: 'is odd',
    more: 'is short',
  },
  {
    name: 'a list of texts, records and lists',
    failed: (item) => [
      {
        ...echo(item),
        Errors: ['The bank is closed', { Error: { Reason: 'No answer from the host' } }, ['Try again tomorrow'], null],
      },
    ],
    reason: 'Try again tomorrow',
    more: 'No answer from the host',
  },
  {
    name: 'messages',
    failed: () => [{ Messages: ['Outside office hours', 'Limit reached'] }],
    reason: 'Limit reached',
  },
  {
    name: 'a SOAP fault',
    failed: () => [{ Fault: { faultcode: 'soap:Server', faultstring: 'The host is down', detail: { Trace: 'T-17' } } }],
    reason: 'The host is down',
    more: 'T-17',
  },
  {
    name: 'a problem (RFC 7807)',
    failed: () => ({
      type: 'https://errors.example/closed',
      title: 'Account closed',
      status: 422,
      detail: 'The account was closed in May.',
      'invalid-params': [{ name: 'AccountNumber', reason: 'is closed' }],
    }),
    reason: 'The account was closed in May.',
    more: 'https://errors.example/closed',
  },
  { name: 'a bare text', failed: () => 'Not on a public holiday', reason: 'Not on a public holiday' },
  {
    name: 'a text of pages',
    failed: (item) => [{ ...echo(item), Reason: `${long}End of it.` }],
    reason: 'The account of this merchant is suspended.',
    more: 'End of it.',
  },
  {
    name: 'nested, under names of its own',
    failed: (item) => [
      { Record: echo(item), Outcome: { State: 'BLOCKED', Because: { Text: 'Under review since June' } } },
    ],
    reason: 'Under review since June',
  },
  {
    name: 'nested deeper, under a name that may hold a field’s name',
    failed: (item) => [{ ...echo(item), Errors: { Field: { rules: { bank: ['is held by the bank'] } } } }],
    reason: 'is held by the bank',
  },
];

/** An answer that leaves the outcome of the one item open. */
export interface UnclearShape {
  name: string;
  Successful?: (item: SentItem) => unknown;
  Failed?: (item: SentItem) => unknown;
}

const other: SentItem = {
  ClientNumber: 'SOMEBODY',
  ContractNumber: 'ELSE',
  ContractSequence: 424242,
  InstalmentSequence: 4242,
};

export const unclearShapes: readonly UnclearShape[] = [
  { name: 'more results than items', Successful: (item) => [echo(item), echo(item)] },
  { name: 'a result about something else', Successful: () => [other] },
  {
    name: 'done and refused at once',
    Successful: (item) => [echo(item)],
    Failed: (item) => [{ ...echo(item), Reason: 'Given twice' }],
  },
  { name: 'its own result, and somebody else’s', Successful: (item) => [echo(item), other] },
  { name: 'nothing at all', Successful: () => [], Failed: () => [] },
];
