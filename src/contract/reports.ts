import * as z from 'zod/mini';
import { query, record } from './fields.ts';
import { identification } from './mandates.ts';
import { operation } from './operation.ts';
import { dateText } from './times.ts';

const range = ['StartDate', 'EndDate'] as const;

// The first of two exceptions to "one type per field": the omni reports take their range as plain dates.
const plainRange = z.strictObject({ StartDate: dateText(), EndDate: dateText() });

// The only fields that may be null in the interface.
const userField = z.nullable(z.string());
const userFields = {
  UserDefinedField1: userField,
  UserDefinedField2: userField,
  UserDefinedField3: userField,
  UserDefinedField4: userField,
  UserDefinedField5: userField,
};

// Beyond the interface: who made a change.
const changed = ['ChangeType', 'FieldChanged', 'OldValue', 'NewValue', 'UserId'] as const;

/**
 * Every record has every listed field: a missing text is empty, a missing number 0 (an open-ended series, no minimum or
 * maximum amount).
 */
export const reports = {
  futureTransactionReport: operation({
    name: 'futureTransactionReport',
    summary: 'Future transactions',
    resource: 'reports',
    method: 'GET',
    path: '{PREFIX}/reports/omni/future_transactions/{product}',
    response: 'FutureTransactionsGetResponse',
    version: '1.0.2',
    input: plainRange,
    output: record([
      'UserId',
      'ContractNumber',
      'ContractSequence',
      'Name',
      'Surname',
      'BeneficiaryNumber',
      'BeneficiaryName',
      'ProductDescription',
      'InstalmentSequence',
      'InstalmentActionDate',
      'InstalmentAmount',
      'InstalmentStatus',
      'Currency',
      'FrequencyCode',
      'Mobile',
      'DialCode',
      'Email',
    ]),
  }),
  omniContractChangeReport: operation({
    name: 'omniContractChangeReport',
    summary: 'Contract history',
    resource: 'reports',
    method: 'GET',
    path: '{PREFIX}/reports/omni/contract_changes_report/{product}',
    response: 'ContractChangesGetResponse',
    version: '1.0.2',
    input: plainRange,
    output: z.extend(
      record([
        'UserId',
        'ContractSequence',
        'ContractNumber',
        // The second exception: a plain date here. Its TypeScript type is the same.
        'InstalmentStartDate',
        'NumberOfInstalments',
        'FrequencyCode',
        'CollectionDay',
        'InstalmentAmount',
        'InstalmentMinimumAmount',
        'InstalmentMaximumAmount',
        'InactiveDate',
        'ResultCode',
      ]),
      {
        ...userFields,
        ContractInstalments: z.array(
          record(['InstalmentSequence', 'InstalmentActionDate', 'InstalmentAmount', 'InstalmentStatus']),
        ),
      },
    ),
  }),
  omniInstalmentChangeReport: operation({
    name: 'omniInstalmentChangeReport',
    summary: 'Instalments changed',
    resource: 'reports',
    method: 'GET',
    path: '{PREFIX}/reports/omni/instalment_changes_report/{product}',
    response: 'InstalmentChangesGetResponse',
    version: '1.0.2',
    input: plainRange,
    output: record([
      'UserId',
      'ContractNumber',
      'ContractSequence',
      'InstalmentActionDate',
      'TrackingCode',
      'InstalmentAmount',
      'InstalmentReferenceNumber',
      'InstalmentSequence',
      'InstalmentStatus',
      'InstalmentResult',
      'LastUpdateDate',
    ]),
  }),
  transactionReport: operation({
    name: 'transactionReport',
    summary: 'Transactions',
    resource: 'reports',
    method: 'GET',
    path: '{PREFIX}/reports/transactions_report',
    response: 'TransactionsReportGetResponse',
    version: '1.0.0',
    input: query(range, ['Product', ...identification, 'MandateType', 'TrackingCode', 'DebitSequenceType']),
    output: record([
      'TransactionDate',
      ...identification,
      'MandateType',
      'DebitSequenceType',
      'TrackingCode',
      'TransactionType',
      'Amount',
      'Status',
    ]),
  }),
  mandateChangeReport: operation({
    name: 'mandateChangeReport',
    summary: 'Mandate changes',
    resource: 'reports',
    method: 'GET',
    path: '{PREFIX}/reports/mandate_changes_report/{product}',
    response: 'MandateChangesReportGetResponse',
    version: '1.0.0',
    input: query(range, [...identification, 'MandateType']),
    output: record(['ChangeDate', ...identification, 'MandateType', ...changed]),
  }),
  contractChangeReport: operation({
    name: 'contractChangeReport',
    summary: 'Contract changes',
    resource: 'reports',
    method: 'GET',
    path: '{PREFIX}/reports/contract_changes_report/{product}',
    response: 'ContractChangesReportGetResponse',
    version: '1.0.0',
    input: query(range, identification),
    output: record(['ChangeDate', ...identification, ...changed]),
  }),
  payoutPaymentChangeReport: operation({
    name: 'payoutPaymentChangeReport',
    summary: 'Payout payment changes',
    resource: 'reports',
    method: 'GET',
    path: '{PREFIX}/reports/payo_payment_changes_report',
    response: 'PayoPaymentChangesReportGetResponse',
    version: '1.0.0',
    input: query(range, [...identification, 'PaymentSequence']),
    output: record(['ChangeDate', ...identification, 'PaymentSequence', ...changed]),
  }),
};
