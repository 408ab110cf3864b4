import { segmentOf, type ContractId } from '#console/model/contract-id.ts';

/**
 * Every address below `/m/{merchant}/{product}`: the patterns of the routes, and builders for `useTenant().href`.
 * Client numbers may appear in addresses; account and ID numbers never do.
 */
export const patterns = {
  overview: '',
  mandates: 'mandates',
  mandateCreate: 'mandates/new',
  contracts: 'contracts',
  contractCreate: 'contracts/new',
  withoutMandate: 'contracts/without-mandate',
  contract: 'contracts/:contract',
  disputeFile: 'contracts/:contract/debits/:instalment',
  mandateEdit: 'contracts/:contract/edit',
  instalments: 'instalments',
  byCollectionDate: 'omni',
  initiates: 'initiated-mandates',
  initiateEdit: 'initiated-mandates/:contract/edit',
  calendar: 'calendar',
  unpaid: 'unpaid',
  collectAgain: 'unpaid/collect-again',
  payoutContracts: 'payouts',
  payoutContractCreate: 'payouts/new',
  payoutContract: 'payouts/:contract',
  payments: 'payments',
  payment: 'payouts/:contract/payments/:payment',
  approvals: 'approvals/:which?',
  clients: 'clients',
  clientCreate: 'clients/new',
  client: 'clients/:number',
  clientEdit: 'clients/:number/edit',
  collectionDays: 'reports/which-days-collect',
  collectingAgain: 'reports/collecting-again',
  reports: 'reports/:name?',
  monthEnd: 'month-end',
  lookups: 'lookups/:name?',
  cases: 'cases',
  messages: 'messages',
  import: 'import',
  help: 'help/:topic?',
  limits: 'whats-possible',
  settings: 'settings',
  profile: 'settings/profile',
  people: 'settings/people',
  person: 'settings/people/:username',
  merchants: 'settings/merchants',
  merchant: 'settings/merchants/:number',
  programs: 'settings/programs',
  program: 'settings/programs/:clientId',
  organisations: 'settings/organisations',
  organisation: 'settings/organisations/:organisation',
  events: 'settings/events',
  api: 'settings/api',
  audit: 'settings/audit/:of?',
} as const;

const enc = encodeURIComponent;

const at = (contract: ContractId | number): string =>
  enc(typeof contract === 'number' ? contract : segmentOf(contract));

type Query = Record<string, string | number | null | undefined>;

/** `path`, seen from the page at `pathname`: Help begins with that page. The overview's address has no segment. */
export const pathFrom = (pathname: string, path: string): string =>
  path === links.help()
    ? links.help(
        pathname
          .split('/')
          .slice(4)
          .find((it) => it !== 'help') || 'overview',
      )
    : path;

/** Skips empty parameters. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

/** Paths of a tenant: `href(links.contract(42))`, `href(links.contract({ ClientNumber, ContractNumber }))`. */
export const links = {
  overview: () => '/',
  mandates: (query: Query = {}) => withQuery('/mandates', query),
  mandateCreate: (query: Query = {}) => withQuery('/mandates/new', query),
  contracts: (query: Query = {}) => withQuery('/contracts', query),
  withoutMandate: (query: Query = {}) => withQuery('/contracts/without-mandate', query),
  contractCreate: (query: Query = {}) => withQuery('/contracts/new', query),
  contract: (contract: ContractId | number) => `/contracts/${at(contract)}`,
  disputeFile: (contract: ContractId | number, instalment: number) => `/contracts/${at(contract)}/debits/${instalment}`,
  mandateEdit: (contract: ContractId | number) => `/contracts/${at(contract)}/edit`,
  instalments: (query: Query = {}) => withQuery('/instalments', query),
  byCollectionDate: (contract?: number) => withQuery('/instalments', { date: 'collection', q: contract }),
  initiates: (query: Query = {}) => withQuery('/initiated-mandates', query),
  initiateEdit: (contract: ContractId | number) => `/initiated-mandates/${at(contract)}/edit`,
  calendar: (query: Query = {}) => withQuery('/calendar', query),
  unpaid: (query: Query = {}) => withQuery('/unpaid', query),
  collectAgain: () => '/unpaid/collect-again',
  payoutContracts: (query: Query = {}) => withQuery('/payouts', query),
  payoutContractCreate: (query: Query = {}) => withQuery('/payouts/new', query),
  payoutContract: (contract: ContractId | number) => `/payouts/${at(contract)}`,
  payments: (query: Query = {}) => withQuery('/payments', query),
  payment: (contract: ContractId, sequence: number) => `/payouts/${at(contract)}/payments/${sequence}`,
  approvals: (which?: 'others' | 'unclear' | 'decided', query: Query = {}) =>
    withQuery(which ? `/approvals/${which}` : '/approvals', query),
  clients: (query: Query = {}) => withQuery('/clients', query),
  clientCreate: (query: Query = {}) => withQuery('/clients/new', query),
  client: (number: string) => `/clients/${enc(number)}`,
  clientEdit: (number: string) => `/clients/${enc(number)}/edit`,
  reports: (name?: string, query: Query = {}) => withQuery(name ? `/reports/${enc(name)}` : '/reports', query),
  collectionDays: (query: Query = {}) => withQuery('/reports/which-days-collect', query),
  collectingAgain: (query: Query = {}) => withQuery('/reports/collecting-again', query),
  monthEnd: (query: Query = {}) => withQuery('/month-end', query),
  lookups: (name?: string, query: Query = {}) => withQuery(name ? `/lookups/${enc(name)}` : '/lookups', query),
  import: (query: Query = {}) => withQuery('/import', query),
  cases: (query: Query = {}) => withQuery('/cases', query),
  messages: (query: Query = {}) => withQuery('/messages', query),
  settings: () => '/settings',
  profile: () => '/settings/profile',
  people: (query: Query = {}) => withQuery('/settings/people', query),
  merchants: () => '/settings/merchants',
  merchant: (number: string) => `/settings/merchants/${enc(number)}`,
  programs: () => '/settings/programs',
  api: () => '/settings/api',
  program: (clientId: string) => `/settings/programs/${enc(clientId)}`,
  organisations: () => '/settings/organisations',
  organisation: (code: string) => `/settings/organisations/${enc(code)}`,
  events: () => '/settings/events',
  person: (username: string) => `/settings/people/${enc(username)}`,
  audit: (query: Query = {}) => withQuery('/settings/audit', query),
  auditOfSignIns: () => '/settings/audit/sign-ins',
  /** `topic` is a role, or the first segment of a page's address. */
  help: (topic?: string) => (topic ? `/help/${topic}` : '/help'),
  /** `topic` is the ID of one of `limits` (limits.ts). */
  limits: (topic?: string) => (topic ? `/whats-possible#${enc(topic)}` : '/whats-possible'),
} as const;
