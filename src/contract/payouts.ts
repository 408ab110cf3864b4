import { z } from 'zod';
import { record, words } from './fields.ts';
import { identification } from './mandates.ts';
import { FailedItem, operation } from './operation.ts';

const contractPath = '{PREFIX}/maintain/payo/contracts/{product}';
const paymentPath = '{PREFIX}/maintain/payo/payments/{product}';

const contractWords = [
  'ClientNumber',
  'ContractNumber',
  'PaymentAmount',
  'NumberOfPayments',
  'PaymentStartDate',
  'FrequencyCode',
  'PaymentIndicator',
] as const;
const paymentWords = [
  ...identification,
  'PaymentSequence',
  'PaymentDate',
  'PaymentAmount',
  'PaymentIndicator',
] as const;

const payment = record(...paymentWords);
const paymentCame = record(...paymentWords, 'PaymentStatus', 'ResponseCode');

export const payouts = {
  payoutContractCreate: operation({
    name: 'payoutContractCreate',
    summary: 'Create payout contracts, with their payments',
    family: 'payouts',
    method: 'POST',
    path: contractPath,
    request: 'PayoContractPostRequest',
    response: 'PayoContractPostResponse',
    version: '1.0.0',
    input: words(
      ['ClientNumber', 'ContractNumber', 'PaymentAmount', 'PaymentStartDate'],
      ['NumberOfPayments', 'FrequencyCode', 'PaymentIndicator'],
    ),
    output: record('ContractSequence', ...contractWords).extend({
      SuccessPayments: z.array(payment).optional(),
      FailedPayments: z.array(FailedItem).optional(),
    }),
  }),
  payoutContractCancel: operation({
    name: 'payoutContractCancel',
    summary: 'Cancel a payout contract',
    family: 'payouts',
    method: 'DELETE',
    path: contractPath,
    response: 'PayoContractDeleteResponse',
    version: '1.0.0',
    input: words(['CancelCode', 'CancelDate'], identification),
    output: record(...identification),
  }),
  payoutContractList: operation({
    name: 'payoutContractList',
    summary: 'Retrieve payout contracts',
    family: 'payouts',
    method: 'GET',
    path: contractPath,
    response: 'PayoContractGetResponse',
    version: '1.0.0',
    input: words([], identification),
    output: record(...identification, 'PaymentStartDate', 'PaymentIndicator', 'NumberOfPayments').extend({
      ContractPayments: z.array(paymentCame).optional(),
    }),
  }),
  payoutPaymentCreate: operation({
    name: 'payoutPaymentCreate',
    summary: 'Create payout payments',
    family: 'payouts',
    method: 'POST',
    path: paymentPath,
    request: 'PayoPaymentPostRequest',
    response: 'PayoPaymentsPostResponse',
    version: '1.0.0',
    input: words(['PaymentDate', 'PaymentAmount'], [...identification, 'PaymentIndicator']),
    output: payment,
  }),
  payoutPaymentEdit: operation({
    name: 'payoutPaymentEdit',
    summary: 'Edit payout payments',
    family: 'payouts',
    method: 'PUT',
    path: paymentPath,
    request: 'PaymentPutRequest',
    response: 'PaymentPutResponse',
    version: '1.0.0',
    input: words(['PaymentSequence'], [...identification, 'PaymentDate', 'PaymentAmount', 'PaymentIndicator']),
    output: payment,
  }),
  payoutPaymentList: operation({
    name: 'payoutPaymentList',
    summary: 'Retrieve payout payments',
    family: 'payouts',
    method: 'GET',
    path: paymentPath,
    response: 'PaymentGetResponse',
    version: '1.0.0',
    input: words([], [...identification, 'PaymentSequence']),
    output: paymentCame,
  }),
};
