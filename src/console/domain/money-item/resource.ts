/**
 * The differences between the three resources of money items. Payments can't be cancelled. `columns` are editable
 * besides those that all have; `more` are optional fields of a new item, and a repeated one copies `copied`. Widths are
 * in pixels; a date with a time needs two inputs.
 */
export const standard = {
  kind: 'instalment',
  noun: 'instalment',
  label: 'Instalments',
  list: 'instalmentList',
  create: 'instalmentCreate',
  edit: 'instalmentEdit',
  cancel: 'instalmentCancel',
  number: 'InstalmentSequence',
  date: 'InstalmentActionDate',
  dateWidth: 268,
  amount: 'InstalmentAmount',
  status: 'InstalmentStatus',
  reason: 'InstalmentResult',
  client: 'ClientNumber',
  dateLabel: 'Action date',
  amountHint: 'An amount above a mandate’s maximum is refused',
  twice: 'collected twice',
  sameDayCaveat: '',
  readOnly: [{ fieldName: 'CTCAmount', width: 112 }],
  columns: [
    { fieldName: 'DebitSequenceType', label: 'Debit type', width: 112 },
    { fieldName: 'TrackingCode', label: 'Tracking', width: 112 },
  ],
  more: ['TrackingCode', 'DebitSequenceType', 'CTCAmount'],
  copied: ['TrackingCode', 'CTCAmount'],
  contracts: 'contracts',
} as const;

export const omniResource = {
  kind: 'omni',
  noun: 'instalment',
  label: 'Instalments by collection date',
  list: 'omniInstalmentList',
  create: 'omniInstalmentCreate',
  edit: 'omniInstalmentEdit',
  cancel: 'omniInstalmentCancel',
  number: 'InstalmentSequence',
  date: 'CollectionDate',
  dateWidth: 236,
  amount: 'InstalmentAmount',
  status: 'Status',
  reason: 'InstalmentResult',
  client: 'ClientNumber',
  dateLabel: 'Collection date',
  amountHint: 'An amount above a mandate’s maximum is refused',
  twice: 'collected twice',
  sameDayCaveat: '',
  readOnly: [{ fieldName: 'CTCAmount', width: 112 }],
  columns: [],
  more: [],
  copied: [],
  contracts: 'contracts',
} as const;

export const payment = {
  kind: 'payment',
  noun: 'payment',
  label: 'Payments',
  list: 'payoutPaymentList',
  create: 'payoutPaymentCreate',
  edit: 'payoutPaymentEdit',
  cancel: undefined,
  number: 'PaymentSequence',
  date: 'PaymentDate',
  dateWidth: 268,
  amount: 'PaymentAmount',
  status: 'PaymentStatus',
  reason: 'ResponseCode',
  client: 'ClientName',
  dateLabel: 'Date',
  amountHint: undefined,
  twice: 'paid twice',
  sameDayCaveat: ' Adding another pays it twice.',
  // The account paid to, not the client's current bank details.
  readOnly: [{ fieldName: 'PaymentAccount', label: 'Paid to', width: 112, priority: 3 }],
  columns: [{ fieldName: 'PaymentIndicator', label: 'Type', width: 100 }],
  more: ['PaymentIndicator'],
  copied: ['PaymentIndicator'],
  contracts: 'payouts',
} as const;

export type MoneyItemResource = typeof standard | typeof omniResource | typeof payment;
