import { itemOfClient, itemOfStored, query, record } from './fields.ts';
import { operation } from './operation.ts';

const path = '{PREFIX}/maintain/mandates/{product}';

/** A mandate's fields besides its identification. */
const terms = [
  'MandateType',
  'TransactionType',
  'MandateActionDate',
  'DebitSequenceType',
  'AdjustmentCategory',
  'AdjustmentAmount',
  'AdjustmentRate',
  'TrackingYN',
  'TrackingCode',
  'FirstCollectionDate',
  'FirstCollectionAmount',
  'MaximumAmount',
  'NumberOfInstalments',
  'RMS',
] as const;
const core = ['FrequencyCode', 'CollectionDay', 'InstalmentStartDate', 'InstalmentAmount'] as const;

/** Identification of a contract: client and contract number, or sequence (docs/interface.md, Identification). */
export const identification = ['ClientNumber', 'ContractNumber', 'ContractSequence'] as const;

export const mandateItem = itemOfStored([], [...identification, ...core, ...terms]);

export const mandates = {
  mandateCreate: operation({
    name: 'mandateCreate',
    summary: 'Create mandates',
    resource: 'mandates',
    method: 'POST',
    path,
    request: 'MandatePostRequest',
    response: 'MandatePostResponse',
    version: '1.0.0',
    retrieve: 'mandateList',
    input: itemOfClient(['ClientNumber', 'ContractNumber', ...core], terms),
    // The interface's fields only: without adjustment amount and rate, first collection, maximum and RMS.
    output: record(
      [...identification, ...core],
      [
        'MandateType',
        'TransactionType',
        'MandateActionDate',
        'DebitSequenceType',
        'AdjustmentCategory',
        'TrackingYN',
        'TrackingCode',
        'NumberOfInstalments',
      ],
    ),
  }),
  mandateEdit: operation({
    name: 'mandateEdit',
    summary: 'Edit mandates',
    resource: 'mandates',
    method: 'PUT',
    path,
    request: 'MandatePutRequest',
    response: 'MandatePutResponse',
    version: '1.0.0',
    retrieve: 'mandateList',
    input: mandateItem,
    output: record([...identification, 'FrequencyCode', 'CollectionDay', 'InstalmentAmount'], ['NumberOfInstalments']),
  }),
  mandateCancel: operation({
    name: 'mandateCancel',
    summary: 'Cancel a mandate',
    resource: 'mandates',
    method: 'DELETE',
    path,
    response: 'MandateDeleteResponse',
    version: '1.0.0',
    input: itemOfStored(['CancelReason', 'CancelDate'], identification),
    output: record(identification),
  }),
  mandateList: operation({
    name: 'mandateList',
    summary: 'Retrieve mandates',
    resource: 'mandates',
    method: 'GET',
    path,
    response: 'MandateGetResponse',
    version: '1.0.0',
    input: query([], [...identification, 'MandateStatusCode']),
    // The interface's fields, and everything else stored of a mandate: additional fields harm no client, and a person
    // who edits a mandate must see all of it.
    output: record([...identification, 'MandateStatusCode', ...core], [...terms, 'CancelReason', 'CancelDate']),
  }),
};
