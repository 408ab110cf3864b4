/**
 * How the three resources of money items differ: their operations (payments have no cancel), the names of their fields,
 * the further columns, which are edited in the row as well, and the optional fields of a new item. Widths are pixels; a
 * date with a time has two inputs.
 */
export const standard = {
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
  columns: [
    { fieldName: 'DebitSequenceType', label: 'Debit type', width: 112 },
    { fieldName: 'TrackingCode', label: 'Tracking', width: 112 },
  ],
  more: ['TrackingCode', 'DebitSequenceType', 'CTCAmount'],
} as const;

export const omni = {
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
  columns: [],
  more: [],
} as const;

export const payment = {
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
  columns: [{ fieldName: 'PaymentIndicator', label: 'Indicator', width: 100 }],
  more: ['PaymentIndicator'],
} as const;

export type InstalmentResource = typeof standard | typeof omni;
export type MoneyItemResource = InstalmentResource | typeof payment;
