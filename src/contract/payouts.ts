import * as z from 'zod/mini';
import { itemOfClient, itemOfStored, query, record } from './fields.ts';
import { identification } from './mandates.ts';
import { FailedItem, operation } from './operation.ts';

const contractPath = '{PREFIX}/maintain/payo/contracts/{product}';
const paymentPath = '{PREFIX}/maintain/payo/payments/{product}';

const core = ['PaymentAmount', 'PaymentStartDate'] as const;
const terms = ['NumberOfPayments', 'FrequencyCode', 'PaymentIndicator'] as const;
const paymentCore = [...identification, 'PaymentSequence', 'PaymentDate', 'PaymentAmount'] as const;

const payment = record(paymentCore, ['PaymentIndicator']);
// Beyond the interface: the account a payment went to, since the client's may have changed.
const paidTo = ['PaymentBankCode', 'PaymentBranchCode', 'PaymentAccount'] as const;
const paymentCame = record([...paymentCore, 'PaymentStatus'], ['PaymentIndicator', 'ResponseCode', ...paidTo]);

export const payouts = {
  payoutContractCreate: operation({
    name: 'payoutContractCreate',
    summary: 'Create payout contracts, with their payments',
    resource: 'payouts',
    method: 'POST',
    path: contractPath,
    request: 'PayoContractPostRequest',
    response: 'PayoContractPostResponse',
    version: '1.0.0',
    retrieve: 'payoutContractList',
    input: itemOfClient(['ClientNumber', 'ContractNumber', ...core], terms),
    output: z.extend(record([...identification, ...core], terms), {
      SuccessPayments: z.array(payment),
      FailedPayments: z.array(FailedItem),
    }),
  }),
  payoutContractCancel: operation({
    name: 'payoutContractCancel',
    summary: 'Cancel a payout contract',
    resource: 'payouts',
    method: 'DELETE',
    path: contractPath,
    response: 'PayoContractDeleteResponse',
    version: '1.0.0',
    input: itemOfStored(['CancelCode', 'CancelDate'], identification),
    output: record(identification),
  }),
  payoutContractList: operation({
    name: 'payoutContractList',
    summary: 'Retrieve payout contracts',
    resource: 'payouts',
    method: 'GET',
    path: contractPath,
    response: 'PayoContractGetResponse',
    version: '1.0.0',
    listsAll: true,
    input: query([], identification),
    output: z.extend(record([...identification, ...core], [...terms, 'CancelCode', 'CancelDate']), {
      ContractPayments: z.array(paymentCame),
    }),
  }),
  payoutPaymentCreate: operation({
    name: 'payoutPaymentCreate',
    summary: 'Create payout payments',
    resource: 'payouts',
    method: 'POST',
    path: paymentPath,
    request: 'PayoPaymentPostRequest',
    response: 'PayoPaymentsPostResponse',
    version: '1.0.0',
    retrieve: 'payoutPaymentList',
    input: itemOfStored(['PaymentDate', 'PaymentAmount'], [...identification, 'PaymentIndicator']),
    output: payment,
  }),
  payoutPaymentEdit: operation({
    name: 'payoutPaymentEdit',
    summary: 'Edit payout payments',
    resource: 'payouts',
    method: 'PUT',
    path: paymentPath,
    request: 'PaymentPutRequest',
    response: 'PaymentPutResponse',
    version: '1.0.0',
    retrieve: 'payoutPaymentList',
    input: itemOfStored(['PaymentSequence'], [...identification, 'PaymentDate', 'PaymentAmount', 'PaymentIndicator']),
    output: payment,
  }),
  payoutPaymentList: operation({
    name: 'payoutPaymentList',
    summary: 'Retrieve payout payments',
    resource: 'payouts',
    method: 'GET',
    path: paymentPath,
    response: 'PaymentGetResponse',
    version: '1.0.0',
    input: query([], [...identification, 'PaymentSequence']),
    output: paymentCame,
  }),
};
