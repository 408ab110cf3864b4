import { itemOfStored, record } from './fields.ts';
import { identification, mandateItem } from './mandates.ts';
import { operation } from './operation.ts';

const path = '{PREFIX}/maintain/mandate_initiate_records/{product}';

export const initiates = {
  mandateInitiateEdit: operation({
    name: 'mandateInitiateEdit',
    summary: 'Edit mandates awaiting approval',
    resource: 'initiates',
    method: 'PUT',
    path,
    request: 'MandateInitiatePutRecordsRequest',
    response: 'MandateInitiatePutRecordsResponse',
    version: '1.0.0',
    retrieve: 'mandateList',
    input: mandateItem,
    output: record([...identification, 'FrequencyCode', 'CollectionDay', 'InstalmentAmount'], ['NumberOfInstalments']),
  }),
  mandateInitiateCancel: operation({
    name: 'mandateInitiateCancel',
    summary: 'Delete mandates awaiting approval',
    resource: 'initiates',
    method: 'DELETE',
    path,
    response: 'MandateInitiateDeleteRecordsResponse',
    version: '1.0.0',
    input: itemOfStored(['CancelReason', 'CancelDate'], identification),
    output: record(identification),
  }),
};
