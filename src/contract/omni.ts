import { itemOfStored, query, record } from './fields.ts';
import { operation } from './operation.ts';

/**
 * Omni instalments use the keys of the standard resource, but identify a contract by its sequence only, and have plain
 * dates.
 */
const path = '{PREFIX}/maintain/omni/instalments/{product}';
const result = ['ContractSequence', 'InstalmentSequence'] as const;

export const omni = {
  omniInstalmentCreate: operation({
    name: 'omniInstalmentCreate',
    summary: 'Add instalments by collection date to a contract',
    resource: 'omni',
    method: 'POST',
    path,
    request: 'InstalmentPostRequest',
    response: 'InstalmentPostResponse',
    version: '1.0.2',
    retrieve: 'omniInstalmentList',
    input: itemOfStored(['ContractSequence', 'CollectionDate', 'InstalmentAmount'], []),
    output: record(result),
  }),
  omniInstalmentEdit: operation({
    name: 'omniInstalmentEdit',
    summary: 'Edit instalments by collection date',
    resource: 'omni',
    method: 'PUT',
    path,
    request: 'InstalmentPutRequest',
    response: 'InstalmentPutResponse',
    version: '1.0.2',
    retrieve: 'omniInstalmentList',
    input: itemOfStored(['ContractSequence', 'InstalmentSequence'], ['CollectionDate', 'InstalmentAmount']),
    output: record(result),
  }),
  omniInstalmentCancel: operation({
    name: 'omniInstalmentCancel',
    summary: 'Cancel an instalment by collection date, or all that remain of a contract',
    resource: 'omni',
    method: 'DELETE',
    path,
    response: 'InstalmentDeleteResponse',
    version: '1.0.2',
    input: itemOfStored(['ContractSequence'], ['InstalmentSequence']),
    output: record(result),
  }),
  omniInstalmentList: operation({
    name: 'omniInstalmentList',
    summary: 'Retrieve instalments by collection date',
    resource: 'omni',
    method: 'GET',
    path,
    response: 'InstalmentGetResponse',
    version: '1.0.2',
    input: query([], [...result, 'Status']),
    output: record([...result, 'CollectionDate', 'InstalmentAmount', 'Status']),
  }),
};
