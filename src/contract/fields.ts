import * as z from 'zod/mini';
import {
  amount,
  code,
  date,
  dateTime,
  flag,
  identifier,
  integer,
  largest,
  rate,
  records,
  sequence,
  text,
  type Field,
} from './field-kinds.ts';
import { isIdentifying } from './identification.ts';

export type { Field, InputKind, LookupName } from './field-kinds.ts';

/**
 * Every field of the interface. Lengths are the interface's where it states them (docs/interface.md, Lookups), else
 * this service's choice. A field has the same type wherever it appears, with two exceptions, both about time, in
 * reports.ts.
 */
export const fields = {
  // identification
  ClientNumber: identifier('Client number', 30),
  ContractNumber: identifier('Contract number', 30),
  ContractSequence: sequence('Contract ID'),
  InstalmentSequence: integer('Instalment number', 1, 2_147_483_647),
  PaymentSequence: integer('Payment number', 1, 2_147_483_647),

  // mandate and contract
  MandateType: code('Mandate type'),
  TransactionType: code('Transaction type'),
  MandateActionDate: dateTime('Mandate action date'),
  MandateStatusCode: code('Mandate status', 12),
  FrequencyCode: code('Frequency', 4, { lookup: 'frequencyLookup' }),
  CollectionDay: integer('Collection day', 1, 99, { lookup: 'frequencyLookup' }),
  DebitSequenceType: code('Debit type', 4),
  AdjustmentCategory: code('Adjustment category'),
  AdjustmentAmount: amount('Adjustment amount', -largest),
  AdjustmentRate: rate('Adjustment rate (%)', -100, 1000),
  TrackingYN: flag('Tracking'),
  TrackingCode: code('Tracking code', 4),
  FirstCollectionDate: dateTime('First collection date'),
  FirstCollectionAmount: amount('First collection amount'),
  InstalmentStartDate: dateTime('Instalment start date'),
  InstalmentAmount: amount('Instalment amount'),
  MaximumAmount: amount('Maximum amount'),
  NumberOfInstalments: integer('Number of instalments', 1, 600),
  RMS: code('RMS', 4),
  CTCPercentage: rate('CTC percentage', 0, 100),
  CancelReason: code('Cancellation reason', 4, { lookup: 'mandateReasonLookup' }),
  CancelDate: dateTime('Cancel date'),

  // instalment
  InstalmentActionDate: dateTime('Action date'),
  CollectionDate: date('Collection date'),
  CTCAmount: amount('CTC amount', 0),
  InstalmentStatus: code('Instalment status', 12),
  Status: code('Status', 12),

  // payout
  PaymentAmount: amount('Payment amount'),
  NumberOfPayments: integer('Number of payments', 1, 600),
  PaymentStartDate: dateTime('Payment start date'),
  PaymentIndicator: code('Payment indicator'),
  PaymentDate: dateTime('Payment date'),
  PaymentStatus: code('Payment status', 12),
  ResponseCode: code('Response code'),
  SuccessPayments: records('Payments made'),
  FailedPayments: records('Payments refused'),
  ContractPayments: records('Payments'),
  PaymentBankCode: integer('Paid to bank', 0, 99, { lookup: 'bankLookup' }),
  PaymentBranchCode: integer('Paid to branch', 0, 999_999, { lookup: 'bankLookup', digits: 6 }),
  PaymentAccount: identifier('Paid to account', 20),
  CancelCode: code('Cancellation reason', 4, { lookup: 'payoutCancelLookup' }),
  CancelDescription: text('Cancel description', 100),

  // client
  ClientName: text('Client name', 100),
  IDType: code('ID type', 4),
  IDNumber: identifier('ID number', 30, { sensitive: true }),
  CellphoneNumber: identifier('Cellphone number', 20, { isPhone: true }),
  EMail: identifier('Email', 254),
  BankCode: integer('Bank', 0, 99, { lookup: 'bankLookup' }),
  BranchCode: integer('Branch', 0, 999_999, { lookup: 'bankLookup', digits: 6 }),
  AccountType: integer('Account type', 0, 99),
  AccountNumber: integer('Account number', 0, Number.MAX_SAFE_INTEGER, { sensitive: true }),
  AccountHolderName: text('Account holder', 100),
  BankDetailsChangedDate: dateTime('Bank details changed'),
  BankDetailsChangedBy: identifier('Bank details changed by', 64),

  // lookups
  FrequencyDescription: text('Frequency', 30),
  CollectionDays: records('Collection days'),
  DayDescription: text('Day', 40),
  Country: text('Country', 40),
  Product: text('Product', 10),
  Products: records('Products'),
  Banks: records('Banks'),
  BankName: text('Bank', 40),
  Branches: records('Branches'),
  BranchName: text('Branch', 40),
  MandateProduct: text('Product', 10),
  MandateReasonCodes: records('Reasons'),
  MandateReason: code('Reason', 4),
  MandateReasonDescription: text('Reason description', 100),
  MandateReasonType: code('Reason type', 3),
  MandateReasonISOCode: code('ISO code', 1),

  // reports
  StartDate: dateTime('From'),
  EndDate: dateTime('To'),
  TransactionDate: dateTime('Transaction date'),
  Amount: amount('Amount'),
  ChangeDate: dateTime('Change date'),
  ChangeType: code('Change type', 12),
  FieldChanged: text('Field changed', 60),
  OldValue: text('Old value', 255, { isLogged: true }),
  NewValue: text('New value', 255, { isLogged: true }),
  UserId: identifier('User', 64),
  Name: text('Name', 100),
  Surname: text('Surname', 100),
  BeneficiaryNumber: integer('Beneficiary number', 0, Number.MAX_SAFE_INTEGER),
  BeneficiaryName: text('Beneficiary', 100),
  ProductDescription: text('Product', 40),
  Currency: code('Currency', 3),
  Mobile: identifier('Mobile', 20),
  DialCode: code('Dial code', 5),
  Email: identifier('Email', 254),
  InstalmentMinimumAmount: amount('Minimum amount'),
  InstalmentMaximumAmount: amount('Maximum amount'),
  InactiveDate: dateTime('Inactive date'),
  ResultCode: code('Result code'),
  UserDefinedField1: text('User field 1', 255),
  UserDefinedField2: text('User field 2', 255),
  UserDefinedField3: text('User field 3', 255),
  UserDefinedField4: text('User field 4', 255),
  UserDefinedField5: text('User field 5', 255),
  ContractInstalments: records('Instalments'),
  InstalmentReferenceNumber: identifier('Reference', 64),
  InstalmentResult: code('Result', 12),
  LastUpdateDate: dateTime('Last update'),

  // case
  case_number: identifier('Case number', 64),
  case_id: identifier('Case', 64),
  company: text('Company', 100),
  external_ref: identifier('External reference', 100),
  subject: text('Subject', 255),
  category: text('Category', 100),
  description: text('Description', 10_000),
  creator_idno: identifier('Creator ID number', 30, { sensitive: true }),
  creator_name: text('Creator name', 100),
  creator_surname: text('Creator surname', 100),
  creator_cellphone: identifier('Creator cellphone', 20),
  creator_email: identifier('Creator email', 254),
  attachment: records('Attachments'),
  status: text('Status', 40),
} satisfies Record<string, Field>;

export type FieldName = keyof typeof fields;

export type Value<W extends FieldName> = z.infer<(typeof fields)[W]['read']>;

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name);

/** The field of that name; undefined for a name that only another service knows. */
export const fieldOf = (name: string): Field | undefined => (isFieldName(name) ? fields[name] : undefined);

let namesBySpelling: Map<string, FieldName> | undefined;

/**
 * Our spelling of another service's `clientName`, `items[0].ClientName` or `/0/ClientName`; the name itself when it is
 * no field.
 */
export function fieldNameOf(name: string): string {
  // Of two names that differ only in case, the first wins.
  namesBySpelling ??= new Map(
    Object.keys(fields)
      .map((it) => [it.toLowerCase(), it as FieldName] as const)
      .toReversed(),
  );
  const last = name.split(/[^A-Za-z0-9_]+/).findLast((it) => it !== '' && !/^\d+$/.test(it));
  return isFieldName(name) ? name : (namesBySpelling.get(last?.toLowerCase() ?? '') ?? name);
}

type Given<R extends FieldName, O extends FieldName> = z.ZodMiniObject<
  { [W in R]: z.ZodMiniType<Value<W>> } & { [W in O]: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniType<Value<W>>>> },
  z.core.$strict
>;

function itemWith<R extends FieldName, O extends FieldName>(
  schemaOf: (fieldName: FieldName) => z.ZodMiniType,
  required: readonly R[],
  optional: readonly O[],
): Given<R, O> {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const fieldName of required) shape[fieldName] = schemaOf(fieldName);
  for (const fieldName of optional) shape[fieldName] = z.nullish<z.ZodMiniType>(schemaOf(fieldName));
  // The loops cannot keep the literal types that the signature promises.
  return z.strictObject(shape) as unknown as Given<R, O>;
}

/**
 * The fields of an input that creates a record. Unknown fields are refused: if a misspelt field were ignored, money could be collected on the
 * wrong day. Null means "no value": as if absent on create, cleared on edit.
 */
export const item = <R extends FieldName, O extends FieldName = never>(
  required: readonly R[],
  optional: readonly O[] = [],
): Given<R, O> => itemWith((fieldName) => fields[fieldName].write, required, optional);

const findOf = (fieldName: FieldName): z.ZodMiniType => {
  const { find, write }: Field = fields[fieldName];
  return find ?? write;
};

/** As `item`, for a record of a client that exists: only its own number is new. */
export const itemOfClient = <R extends FieldName, O extends FieldName = never>(
  required: readonly R[],
  optional: readonly O[] = [],
): Given<R, O> => itemWith((it) => (it === 'ClientNumber' ? findOf(it) : fields[it].write), required, optional);

/** As `item`, for a record that exists: its own numbers may be of an older form. */
export const itemOfStored = <R extends FieldName, O extends FieldName = never>(
  required: readonly R[],
  optional: readonly O[] = [],
): Given<R, O> =>
  itemWith((fieldName) => (isIdentifying(fieldName) ? findOf(fieldName) : fields[fieldName].write), required, optional);

/** The parameters of a retrieve: what is stored may be of an older form. */
export const query = <R extends FieldName, O extends FieldName = never>(
  required: readonly R[],
  optional: readonly O[] = [],
): Given<R, O> => itemWith(findOf, required, optional);

type Answered<A extends FieldName, S extends FieldName> = z.ZodMiniObject<
  { [W in A]: z.ZodMiniType<Value<W>> } & { [W in S]: z.ZodMiniOptional<z.ZodMiniType<Value<W>>> }
>;

/**
 * The fields of a record in an answer: `always` present, and `sometimes` omitted when they have no value. None is ever
 * null, so a client with the interface's types can read every answer.
 */
export function record<A extends FieldName, S extends FieldName = never>(
  always: readonly A[],
  sometimes: readonly S[] = [],
): Answered<A, S> {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const fieldName of always) shape[fieldName] = fields[fieldName].read;
  for (const fieldName of sometimes) shape[fieldName] = z.optional<z.ZodMiniType>(fields[fieldName].read);
  return z.object(shape) as unknown as Answered<A, S>;
}
