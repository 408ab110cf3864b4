/**
 * What the two resources of instalments differ in (interface, Instalments and Instalments by collection date): their operations, the fields
 * of the due day and of the status, the columns beside those that both have, which are edited in the row too, and what more
 * a new one may say. Widths are pixels; a date with its time needs the room of two inputs.
 */
export const standard = {
  label: 'Instalments',
  list: 'instalmentList',
  create: 'instalmentCreate',
  edit: 'instalmentEdit',
  cancel: 'instalmentCancel',
  date: 'InstalmentActionDate',
  dateWidth: 268,
  status: 'InstalmentStatus',
  columns: [
    { fieldName: 'DebitSequenceType', label: 'Debit type', width: 112 },
    { fieldName: 'TrackingCode', label: 'Tracking', width: 112 },
  ],
  more: ['TrackingCode', 'DebitSequenceType', 'CTCAmount'],
} as const;

export const omni = {
  label: 'Instalments by collection date',
  list: 'omniInstalmentList',
  create: 'omniInstalmentCreate',
  edit: 'omniInstalmentEdit',
  cancel: 'omniInstalmentCancel',
  date: 'CollectionDate',
  dateWidth: 236,
  status: 'Status',
  columns: [],
  more: [],
} as const;

export type InstalmentResource = typeof standard | typeof omni;
