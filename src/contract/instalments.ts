import { itemOfStored, query, record } from './fields.ts';
import { identification } from './mandates.ts';
import { operation } from './operation.ts';

const path = '{PREFIX}/maintain/instalments/{product}';
const result = [...identification, 'InstalmentSequence'] as const;
const core = ['InstalmentActionDate', 'InstalmentAmount'] as const;
const codes = ['TrackingCode', 'DebitSequenceType'] as const;

export const instalments = {
  instalmentCreate: operation({
    name: 'instalmentCreate',
    summary: 'Create instalments',
    resource: 'instalments',
    method: 'POST',
    path,
    request: 'InstalmentPostRequest',
    response: 'InstalmentPostResponse',
    version: '1.0.0',
    retrieve: 'instalmentList',
    input: itemOfStored(core, [...identification, ...codes, 'CTCAmount']),
    output: record([...result, ...core], codes),
  }),
  instalmentEdit: operation({
    name: 'instalmentEdit',
    summary: 'Edit instalments',
    resource: 'instalments',
    method: 'PUT',
    path,
    request: 'InstalmentPutRequest',
    response: 'InstalmentPutResponse',
    version: '1.0.0',
    retrieve: 'instalmentList',
    input: itemOfStored(['InstalmentSequence'], [...identification, ...core, ...codes]),
    output: record([...result, ...core], codes),
  }),
  instalmentCancel: operation({
    name: 'instalmentCancel',
    summary: 'Cancel an instalment',
    resource: 'instalments',
    method: 'DELETE',
    path,
    response: 'InstalmentDeleteResponse',
    version: '1.0.0',
    input: itemOfStored(['InstalmentSequence'], identification),
    output: record(result),
  }),
  instalmentList: operation({
    name: 'instalmentList',
    summary: 'Retrieve instalments',
    resource: 'instalments',
    method: 'GET',
    path,
    response: 'InstalmentGetResponse',
    version: '1.0.0',
    input: query([], result),
    output: record([...result, ...core, 'InstalmentStatus'], [...codes, 'CTCAmount', 'InstalmentResult']),
  }),
};
