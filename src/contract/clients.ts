import { item, itemOfStored, query, record } from './fields.ts';
import { operation } from './operation.ts';

const path = '{PREFIX}/maintain/clients/{product}';
const needed = ['ClientName', 'BankCode', 'BranchCode', 'AccountType', 'AccountNumber'] as const;
const optional = ['IDType', 'IDNumber', 'CellphoneNumber', 'EMail', 'AccountHolderName'] as const;

export const clients = {
  clientCreate: operation({
    name: 'clientCreate',
    summary: 'Add clients',
    resource: 'clients',
    method: 'POST',
    path,
    request: 'ClientPostRequest',
    response: 'ClientPostResponse',
    version: '1.0.0',
    retrieve: 'clientList',
    input: item(['ClientNumber', ...needed], optional),
    output: record(['ClientNumber', ...needed], optional),
  }),
  clientEdit: operation({
    name: 'clientEdit',
    summary: 'Edit clients',
    resource: 'clients',
    method: 'PUT',
    path,
    request: 'ClientPutRequest',
    response: 'ClientPutResponse',
    version: '1.0.0',
    retrieve: 'clientList',
    input: itemOfStored(['ClientNumber'], [...needed, ...optional]),
    confirmedFields: ['BankCode', 'BranchCode', 'AccountType', 'AccountNumber', 'AccountHolderName'],
    output: record(['ClientNumber'], [...needed, ...optional]),
  }),
  clientList: operation({
    name: 'clientList',
    summary: 'Retrieve clients',
    resource: 'clients',
    method: 'GET',
    path,
    response: 'ClientGetResponse',
    version: '1.0.0',
    input: query([], ['ClientNumber']),
    // Beyond the interface: when and by whom the bank details were last changed.
    output: record(['ClientNumber', ...needed], [...optional, 'BankDetailsChangedDate', 'BankDetailsChangedBy']),
  }),
};
