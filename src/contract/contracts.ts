import { record, words } from './fields.ts';
import { identification } from './mandates.ts';
import { operation } from './operation.ts';

const path = '{PREFIX}/maintain/contracts/{product}';
const core = ['FrequencyCode', 'CollectionDay', 'InstalmentStartDate', 'InstalmentAmount'] as const;
const terms = [
  'TrackingCode',
  'FirstCollectionDate',
  'FirstCollectionAmount',
  'NumberOfInstalments',
  'CTCPercentage',
] as const;

export const contracts = {
  contractCreate: operation({
    name: 'contractCreate',
    summary: 'Create contracts',
    family: 'contracts',
    method: 'POST',
    path,
    request: 'ContractPostRequest',
    response: 'ContractPostResponse',
    version: '1.0.0',
    input: words(['ClientNumber', 'ContractNumber', ...core], terms),
    output: record([...identification, ...core], terms),
  }),
  contractEdit: operation({
    name: 'contractEdit',
    summary: 'Edit contracts; creating a new contract is preferred',
    family: 'contracts',
    method: 'PUT',
    path,
    request: 'ContractPutRequest',
    response: 'ContractPutResponse',
    version: '1.0.0',
    input: words([], [...identification, ...core, ...terms]),
    output: record([...identification, ...core], terms),
    deprecated: true,
  }),
  contractCancel: operation({
    name: 'contractCancel',
    summary: 'Cancel a contract',
    family: 'contracts',
    method: 'DELETE',
    path,
    response: 'ContractDeleteResponse',
    version: '1.0.0',
    input: words(['CancelReason', 'CancelDate'], identification),
    output: record(identification),
  }),
  contractList: operation({
    name: 'contractList',
    summary: 'Retrieve contracts',
    family: 'contracts',
    method: 'GET',
    path,
    response: 'ContractGetResponse',
    version: '1.0.0',
    input: words([], identification),
    output: record([...identification, ...core], [...terms, 'CancelReason', 'CancelDate']),
  }),
};
