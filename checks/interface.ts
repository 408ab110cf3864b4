import type { Operation, Resource } from '../src/contract/operation.ts';
import { operations } from '../src/contract/operations.ts';

const begin = '\n## Operations\n';

const titles: Record<Resource, string> = {
  mandates: 'Mandates',
  contracts: 'Contracts',
  instalments: 'Instalments',
  omni: 'Omni instalments',
  payouts: 'Payout contracts and payments',
  clients: 'Clients',
  initiates: 'Mandate initiate records',
  reports: 'Report operations',
  lookups: 'Lookup operations',
  cases: 'Cases',
  messages: 'Template messages',
};

const code = (name: string): string => `\`${name}\``;

/** The names that are the same in most operations, by the name under which the page lists them. */
const groups: Record<string, readonly string[]> = {
  contract: ['ClientNumber', 'ContractNumber', 'ContractSequence'],
  schedule: ['FrequencyCode', 'CollectionDay', 'InstalmentStartDate', 'InstalmentAmount'],
  mandate: ['MandateType', 'TransactionType', 'MandateActionDate', 'DebitSequenceType'],
  adjustment: ['AdjustmentCategory', 'AdjustmentAmount', 'AdjustmentRate'],
  tracking: ['TrackingYN', 'TrackingCode'],
  first: ['FirstCollectionDate', 'FirstCollectionAmount'],
  client: [
    'ClientNumber',
    'ClientName',
    'BankCode',
    'BranchCode',
    'AccountType',
    'AccountNumber',
    'IDType',
    'IDNumber',
    'CellphoneNumber',
    'EMail',
    'AccountHolderName',
  ],
  payment: ['PaymentDate', 'PaymentAmount', 'PaymentIndicator'],
  change: ['ChangeType', 'FieldChanged', 'OldValue', 'NewValue', 'UserId'],
  instalment: ['InstalmentActionDate', 'InstalmentAmount', 'TrackingCode', 'DebitSequenceType'],
  payout: ['PaymentAmount', 'PaymentStartDate', 'NumberOfPayments', 'FrequencyCode', 'PaymentIndicator'],
  range: ['StartDate', 'EndDate'],
  terms: [
    '_schedule_',
    '_mandate_',
    '_adjustment_',
    '_tracking_',
    '_first_',
    'MaximumAmount',
    'NumberOfInstalments',
    'RMS',
  ],
};

const named = (fieldNames: readonly string[]): string =>
  Object.entries(groups).reduce(
    (text, [group, names]) => text.replace(new RegExp(`\\b${names.join(', ')}\\b`), `_${group}_`),
    fieldNames.join(', '),
  );

function linesOf(it: Operation): string {
  const paths = [it.path, ...(it.alias ? [it.alias] : [])]
    .map((path) => code(`${it.method} ${path.replace('{PREFIX}/', '')}`))
    .join(' or ');
  const version = [it.version !== '1.0.0' && it.version, it.deprecated && 'deprecated'].filter(Boolean).join(', ');
  const list = (key: string | undefined, fallback: string, text: string) =>
    `  - ${key ? code(key) : fallback}: ${text}`;
  const input = named(Object.keys(it.input.shape)) || 'none';
  const output = named(Object.keys(it.output.shape));
  return [
    `- ${code(it.name)}: ${paths}${version && `, ${version}`}`,
    list(it.request, it.method === 'POST' ? 'body' : 'query', input),
    list(it.response, 'answer', output === input ? 'the same' : output),
  ].join('\n');
}

/** docs/interface.md; `npm run inventory` writes the part from "Operations" on. */
export function interfaceText(page: string): string {
  const all = Object.values<Operation>(operations);
  const parts = Object.entries(titles).map(([resource, title]) => {
    const ofResource = all.filter((it) => it.resource === resource);
    return `### ${title}\n\n${ofResource.map(linesOf).join('\n')}\n`;
  });
  return `${page.split(begin)[0]}${begin}
Written by \`npm run inventory\`. Under each operation are the fields that it takes and those that it returns. Paths without a slash in front are under
\`{PREFIX}\`. The version is 1.0.0 if none is named; cases and messages have none. What occurs together has a name here:

${Object.entries(groups)
  .map(([group, names]) => `- _${group}_: ${names.join(', ')}\n`)
  .join('')}
${parts.join('\n')}`;
}
