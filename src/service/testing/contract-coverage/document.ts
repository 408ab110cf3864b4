import { envelopeOf, type Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';

const names = (text: string): string[] => text.trim().split(/\s+/);

/**
 * The types of the interface (docs/interface.md, Resources and Conventions 7), written by hand and not from our
 * contract: this is what a client knows that only knows the interface.
 */
const types: Record<string, string[]> = {
  text: names(`
    ClientNumber ContractNumber MandateType TransactionType FrequencyCode DebitSequenceType AdjustmentCategory TrackingYN
    TrackingCode RMS InstalmentStatus Status PaymentIndicator PaymentStatus ResponseCode ClientName IDType IDNumber
    CellphoneNumber EMail AccountHolderName FrequencyDescription DayDescription Country Product BankName BranchName
    MandateProduct MandateReason MandateReasonDescription MandateReasonType MandateReasonISOCode UserId Name Surname
    BeneficiaryName ProductDescription Currency Mobile DialCode Email InactiveDate ResultCode InstalmentReferenceNumber
    InstalmentResult ChangeType FieldChanged OldValue NewValue Version case_id company external_ref subject category
    description creator_idno creator_name creator_surname creator_cellphone creator_email status filename url to messageId
    groupName name`),
  dateTime: names(`
    MandateActionDate FirstCollectionDate InstalmentStartDate InstalmentActionDate PaymentStartDate PaymentDate
    LastUpdateDate TransactionDate ChangeDate CancelDate`),
  date: ['CollectionDate'],
  number: names(`
    AdjustmentAmount AdjustmentRate FirstCollectionAmount InstalmentAmount MaximumAmount Amount CTCPercentage CTCAmount
    PaymentAmount InstalmentMinimumAmount InstalmentMaximumAmount`),
  integer: names(`
    ContractSequence CollectionDay NumberOfInstalments InstalmentSequence NumberOfPayments PaymentSequence BankCode
    BranchCode AccountType AccountNumber BeneficiaryNumber CallSequence messageCount groupId id`),
  nullableText: names('UserDefinedField1 UserDefinedField2 UserDefinedField3 UserDefinedField4 UserDefinedField5'),
  list: names(`
    SuccessPayments FailedPayments ContractPayments CollectionDays Products Banks Branches MandateReasonCodes
    ContractInstalments attachment messages`),
};
const typeOf = new Map(Object.entries(types).flatMap(([type, fields]) => fields.map((name) => [name, type] as const)));

const isOf: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  dateTime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isSafeInteger(value),
  nullableText: (value) => value === null || typeof value === 'string',
  list: (value) => Array.isArray(value),
};

const change = names(`
  ChangeDate ClientNumber ContractNumber ContractSequence ChangeType FieldChanged OldValue NewValue`);

/** The fields of every record of a report (docs/interface.md, Operations). */
const reports: Partial<Record<OperationName, string[]>> = {
  futureTransactionReport: names(`
    UserId ContractNumber ContractSequence Name Surname BeneficiaryNumber BeneficiaryName ProductDescription
    InstalmentSequence InstalmentActionDate InstalmentAmount InstalmentStatus Currency FrequencyCode Mobile DialCode Email`),
  omniContractChangeReport: names(`
    UserId ContractSequence ContractNumber InstalmentStartDate NumberOfInstalments FrequencyCode CollectionDay
    InstalmentAmount InstalmentMinimumAmount InstalmentMaximumAmount InactiveDate ResultCode UserDefinedField1
    UserDefinedField2 UserDefinedField3 UserDefinedField4 UserDefinedField5 ContractInstalments`),
  omniInstalmentChangeReport: names(`
    UserId ContractNumber ContractSequence InstalmentActionDate TrackingCode InstalmentAmount InstalmentReferenceNumber
    InstalmentSequence InstalmentStatus InstalmentResult LastUpdateDate`),
  transactionReport: names(`
    TransactionDate ClientNumber ContractNumber ContractSequence MandateType DebitSequenceType TrackingCode
    TransactionType Amount Status`),
  mandateChangeReport: [...change, 'MandateType'],
  contractChangeReport: change,
  payoutPaymentChangeReport: [...change, 'PaymentSequence'],
};

/** Where the interface has a plain date or allows null. */
const exceptions: Record<string, string> = {
  'omniContractChangeReport.InstalmentStartDate': 'date',
  'templateSend.bulkId': 'nullableText',
  'templateSend.action': 'nullableText',
};

/** The values that a client with the interface's types cannot read. Unknown fields may have any value but null. */
function misfits(operation: OperationName, value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((it, index) => misfits(operation, it, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return value === null ? [`${at} is null`] : [];
  return Object.entries(value).flatMap(([name, fieldValue]) => {
    const type = exceptions[`${operation}.${name}`] ?? typeOf.get(name);
    if (type && !(name === 'status' && typeof fieldValue === 'object' && operation === 'templateSend')) {
      if (!isOf[type]?.(fieldValue)) return [`${at}.${name} is ${JSON.stringify(fieldValue)}, not ${type}`];
      if (fieldValue === null) return [];
    }
    return misfits(operation, fieldValue, `${at}.${name}`);
  });
}

/**
 * The values of a successful answer that a strictly typed client cannot read. Failed items may contain anything, since
 * they repeat what was sent.
 */
export function unreadable(name: OperationName, body: unknown): string[] {
  const operation: Operation = operations[name];
  if (!operation.response) return misfits(name, body, name);
  const { APIResponse, [operation.response]: answered } = body as Record<string, unknown>;
  const isBatch = envelopeOf(operation) !== 'records';
  const records = isBatch
    ? (answered as { Successful: object[] }[]).flatMap((it) => it.Successful)
    : (answered as object[]);
  const absent = records.flatMap((record, index) =>
    (reports[name] ?? []).filter((field) => !(field in record)).map((field) => `${name}[${index}] lacks ${field}`),
  );
  return [...absent, ...misfits(name, records, name), ...misfits(name, APIResponse, 'APIResponse')];
}
