import { record, words } from './fields.ts';
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
    family: 'instalments',
    method: 'POST',
    path,
    request: 'InstalmentPostRequest',
    response: 'InstalmentPostResponse',
    version: '1.0.0',
    input: words(core, [...identification, ...codes, 'CTCAmount']),
    output: record([...result, ...core], codes),
  }),
  instalmentEdit: operation({
    name: 'instalmentEdit',
    summary: 'Edit instalments',
    family: 'instalments',
    method: 'PUT',
    path,
    request: 'InstalmentPutRequest',
    response: 'InstalmentPutResponse',
    version: '1.0.0',
    input: words(['InstalmentSequence'], [...identification, ...core, ...codes]),
    output: record([...result, ...core], codes),
  }),
  instalmentCancel: operation({
    name: 'instalmentCancel',
    summary: 'Cancel an instalment',
    family: 'instalments',
    method: 'DELETE',
    path,
    response: 'InstalmentDeleteResponse',
    version: '1.0.0',
    input: words(['InstalmentSequence'], identification),
    output: record(result),
  }),
  instalmentList: operation({
    name: 'instalmentList',
    summary: 'Retrieve instalments',
    family: 'instalments',
    method: 'GET',
    path,
    response: 'InstalmentGetResponse',
    version: '1.0.0',
    input: words([], result),
    output: record([...result, ...core, 'InstalmentStatus'], [...codes, 'CTCAmount', 'InstalmentResult']),
  }),
};
