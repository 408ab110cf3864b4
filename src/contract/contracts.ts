import { itemOfClient, itemOfStored, query, record } from './fields.ts';
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
    resource: 'contracts',
    method: 'POST',
    path,
    request: 'ContractPostRequest',
    response: 'ContractPostResponse',
    version: '1.0.0',
    retrieve: 'contractList',
    input: itemOfClient(['ClientNumber', 'ContractNumber', ...core], terms),
    output: record([...identification, ...core], terms),
  }),
  contractEdit: operation({
    name: 'contractEdit',
    summary: 'Edit contracts; creating a new contract is preferred',
    resource: 'contracts',
    method: 'PUT',
    path,
    request: 'ContractPutRequest',
    response: 'ContractPutResponse',
    version: '1.0.0',
    retrieve: 'contractList',
    input: itemOfStored([], [...identification, ...core, ...terms]),
    output: record([...identification, ...core], terms),
    deprecated: true,
  }),
  contractCancel: operation({
    name: 'contractCancel',
    summary: 'Cancel a contract',
    resource: 'contracts',
    method: 'DELETE',
    path,
    response: 'ContractDeleteResponse',
    version: '1.0.0',
    input: itemOfStored(['CancelReason', 'CancelDate'], identification),
    output: record(identification),
  }),
  contractList: operation({
    name: 'contractList',
    summary: 'Retrieve contracts',
    resource: 'contracts',
    method: 'GET',
    path,
    response: 'ContractGetResponse',
    version: '1.0.0',
    listsAll: true,
    input: query([], identification),
    output: record([...identification, ...core], [...terms, 'CancelReason', 'CancelDate']),
  }),
};
