import type { ComponentType } from 'react';
import { patterns } from '#console/domain/links.ts';

/** Pages by URL pattern, each loaded on demand. */
const pages = {
  [patterns.overview]: () => import('#console/features/overview/overview.tsx').then((it) => it.Overview),
  [patterns.mandates]: () => import('#console/features/contracts/mandates.tsx').then((it) => it.Mandates),
  [patterns.mandateCreate]: () =>
    import('#console/features/contracts/mandate-create.tsx').then((it) => it.MandateCreate),
  [patterns.contracts]: () => import('#console/features/contracts/contracts.tsx').then((it) => it.Contracts),
  [patterns.withoutMandate]: () => import('#console/features/contracts/contracts.tsx').then((it) => it.WithoutMandate),
  [patterns.contractCreate]: () =>
    import('#console/features/contracts/contract-create.tsx').then((it) => it.ContractCreate),
  [patterns.contract]: () => import('#console/features/contracts/contract.tsx').then((it) => it.ContractPage),
  [patterns.disputeFile]: () => import('#console/features/contracts/dispute-file.tsx').then((it) => it.DisputeFile),
  [patterns.mandateEdit]: () => import('#console/features/contracts/mandate-edit.tsx').then((it) => it.MandateEdit),
  [patterns.initiates]: () => import('#console/features/contracts/awaiting/list.tsx').then((it) => it.Initiates),
  [patterns.initiateEdit]: () => import('#console/features/contracts/awaiting/edit.tsx').then((it) => it.InitiateEdit),
  [patterns.instalments]: () => import('#console/features/instalments/instalments.tsx').then((it) => it.Instalments),
  [patterns.byCollectionDate]: () =>
    import('#console/features/instalments/instalments.tsx').then((it) => it.ByCollectionDate),
  [patterns.clients]: () => import('#console/features/clients/clients.tsx').then((it) => it.Clients),
  [patterns.clientCreate]: () => import('#console/features/clients/create.tsx').then((it) => it.ClientCreate),
  [patterns.client]: () => import('#console/features/clients/client.tsx').then((it) => it.Client),
  [patterns.clientEdit]: () => import('#console/features/clients/edit.tsx').then((it) => it.ClientEdit),
  [patterns.collectionDays]: () =>
    import('#console/features/reports/collection-days/page.tsx').then((it) => it.CollectionDaysPage),
  [patterns.collectingAgain]: () =>
    import('#console/features/reports/collecting-again/page.tsx').then((it) => it.CollectingAgainPage),
  [patterns.reports]: () => import('#console/features/reports/reports.tsx').then((it) => it.ReportsPage),
  [patterns.monthEnd]: () => import('#console/features/month/month.tsx').then((it) => it.MonthEnd),
  [patterns.lookups]: () => import('#console/features/lookups/lookups.tsx').then((it) => it.Lookups),
  [patterns.calendar]: () => import('#console/features/calendar/calendar.tsx').then((it) => it.Calendar),
  [patterns.unpaid]: () => import('#console/features/unpaid/unpaid.tsx').then((it) => it.Unpaid),
  [patterns.collectAgain]: () => import('#console/features/unpaid/collect-again.tsx').then((it) => it.CollectAgain),
  [patterns.payoutContracts]: () => import('#console/features/payouts/contracts.tsx').then((it) => it.PayoutContracts),
  [patterns.payoutContractCreate]: () =>
    import('#console/features/payouts/contract-create.tsx').then((it) => it.PayoutContractCreate),
  [patterns.payoutContract]: () => import('#console/features/payouts/contract.tsx').then((it) => it.PayoutContract),
  [patterns.payment]: () => import('#console/features/payouts/payment.tsx').then((it) => it.PayoutPayment),
  [patterns.payments]: () => import('#console/features/payouts/payments.tsx').then((it) => it.PaymentsPage),
  [patterns.approvals]: () => import('#console/features/approvals/approvals.tsx').then((it) => it.Approvals),
  [patterns.cases]: () => import('#console/features/cases/cases.tsx').then((it) => it.Cases),
  [patterns.messages]: () => import('#console/features/messages/messages.tsx').then((it) => it.MessagesPage),
  [patterns.import]: () => import('#console/features/import/import.tsx').then((it) => it.ImportPage),
  [patterns.help]: () => import('#console/features/help/help.tsx').then((it) => it.Help),
  [patterns.limits]: () => import('#console/features/help/limits.tsx').then((it) => it.Limits),
  [patterns.settings]: () => import('#console/features/settings/settings.tsx').then((it) => it.SettingsPage),
  [patterns.profile]: () => import('#console/features/settings/profile.tsx').then((it) => it.Profile),
  [patterns.people]: () => import('#console/features/settings/people/people.tsx').then((it) => it.People),
  [patterns.person]: () => import('#console/features/settings/people/person.tsx').then((it) => it.PersonPage),
  [patterns.programs]: () => import('#console/features/settings/programs/programs.tsx').then((it) => it.Programs),
  [patterns.program]: () => import('#console/features/settings/programs/program.tsx').then((it) => it.ProgramPage),
  [patterns.organisations]: () =>
    import('#console/features/settings/organisations/organisations.tsx').then((it) => it.Organisations),
  [patterns.organisation]: () =>
    import('#console/features/settings/organisations/organisation.tsx').then((it) => it.OrganisationPage),
  [patterns.merchant]: () => import('#console/features/settings/merchants/merchant.tsx').then((it) => it.MerchantPage),
  [patterns.merchants]: () => import('#console/features/settings/merchants/merchants.tsx').then((it) => it.Merchants),
  [patterns.api]: () => import('#console/features/settings/api/api.tsx').then((it) => it.ApiPage),
  [patterns.events]: () => import('#console/features/settings/events/events.tsx').then((it) => it.EventsPage),
  [patterns.audit]: () => import('#console/features/audit/audit.tsx').then((it) => it.AuditPage),
} satisfies Record<(typeof patterns)[keyof typeof patterns], () => Promise<ComponentType>>;

export type Address = keyof typeof pages;
export const addresses = Object.keys(pages) as Address[];

interface Params {
  merchant: string;
  product: string;
  [name: string]: string | undefined;
}

/** The parts of a path by a page's pattern; without the router, because the start needs it. */
export function paramsIn(pattern: Address, path: string): Params | undefined {
  const named = pattern.replace(/\/:(\w+)\?/, '(?:/(?<$1>[^/]+))?').replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const groups = new RegExp(`^/m/(?<merchant>[^/]+)/(?<product>[^/]+)/?${named}/?$`).exec(path)?.groups;
  try {
    const decoded = Object.entries(groups ?? {}).map(([name, part]) => [name, part && decodeURIComponent(part)]);
    return groups && (Object.fromEntries(decoded) as unknown as Params);
  } catch {
    return undefined;
  }
}

const loaded = new Map<Address, ComponentType>();

export async function load(address: Address): Promise<ComponentType> {
  const page = await pages[address]();
  loaded.set(address, page);
  return page;
}

export const loadedPage = (address: Address): ComponentType | undefined => loaded.get(address);

/** Never rejects: an error is shown on render. */
export async function preload(path: string): Promise<void> {
  const found = addresses.find((it) => paramsIn(it, path));
  if (found !== undefined) await load(found).catch(() => {});
}

/** The pages of a day's work: once loaded, they open without a network. */
const daily: readonly Address[] = [
  patterns.overview,
  patterns.contracts,
  patterns.contract,
  patterns.instalments,
  patterns.calendar,
  patterns.unpaid,
  patterns.payments,
  patterns.clients,
  patterns.client,
  patterns.reports,
];

/** Resolves when the browser has nothing else to do. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 1000);
  });

/** Loads the code of the main pages one by one, while nothing else is to be done. */
export async function loadDaily(): Promise<void> {
  for (const address of daily) {
    await idle();
    if (!loaded.has(address) && (await load(address).catch(() => undefined)) === undefined) return;
  }
}
