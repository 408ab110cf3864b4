import { record, item } from './fields.ts';
import { operation } from './operation.ts';

const path = '{PREFIX}/maintain/mandates/{product}';

/** What a mandate may say besides its identification. */
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

/** Identification of a contract: client and contract number, or sequence (interface, Endpoints). */
export const identification = ['ClientNumber', 'ContractNumber', 'ContractSequence'] as const;

export const mandateItem = item([], [...identification, ...core, ...terms]);

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
    input: item(['ClientNumber', 'ContractNumber', ...core], terms),
    // The subset that the interface states: without adjustment amount and rate, first collection, maximum and RMS.
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
    input: item(['CancelReason', 'CancelDate'], identification),
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
    input: item([], [...identification, 'MandateStatusCode']),
    // The interface's subset, and everything else that is stored of a mandate: additional fields break nobody, and who
    // edits a mandate must be able to see what it is.
    output: record([...identification, 'MandateStatusCode', ...core], [...terms, 'CancelReason', 'CancelDate']),
  }),
};
