import { lazy, Suspense, useDeferredValue, type ComponentType } from 'react';
import { matchPath, Route, Routes, useLocation, type Location } from 'react-router-dom';
import { isBarredFrom } from '#console/api/access.ts';
import { addressOf, useTenant } from '#console/api/tenant.ts';
import { links, patterns } from '#console/domain/links.ts';
import { Missing } from '#console/domain/missing.tsx';
import { Redirect } from '#console/kit/address/redirect.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import type { EarlyKeys } from './finder/lazy-finder.tsx';
import { Shell } from './shell.tsx';

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
  [patterns.contract]: () => import('#console/features/contracts/contract.tsx').then((it) => it.Contract),
  [patterns.mandateEdit]: () => import('#console/features/contracts/mandate-edit.tsx').then((it) => it.MandateEdit),
  [patterns.initiates]: () => import('#console/features/contracts/awaiting/list.tsx').then((it) => it.Initiates),
  [patterns.initiateEdit]: () => import('#console/features/contracts/awaiting/edit.tsx').then((it) => it.InitiateEdit),
  [patterns.instalments]: () => import('#console/features/instalments/instalments.tsx').then((it) => it.Instalments),
  [patterns.omni]: () => import('#console/features/instalments/omni.tsx').then((it) => it.Omni),
  [patterns.clients]: () => import('#console/features/clients/clients.tsx').then((it) => it.Clients),
  [patterns.clientCreate]: () => import('#console/features/clients/create.tsx').then((it) => it.ClientCreate),
  [patterns.client]: () => import('#console/features/clients/client.tsx').then((it) => it.Client),
  [patterns.clientEdit]: () => import('#console/features/clients/edit.tsx').then((it) => it.ClientEdit),
  [patterns.reports]: () => import('#console/features/reports/reports.tsx').then((it) => it.Reports),
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
  [patterns.payments]: () => import('#console/features/payouts/payments.tsx').then((it) => it.Payments),
  [patterns.cases]: () => import('#console/features/cases/cases.tsx').then((it) => it.Cases),
  [patterns.messages]: () => import('#console/features/messages/messages.tsx').then((it) => it.Messages),
  [patterns.import]: () => import('#console/features/import/import.tsx').then((it) => it.Import),
  [patterns.limits]: () => import('#console/features/help/limits.tsx').then((it) => it.Limits),
  [patterns.settings]: () => import('#console/features/settings/settings.tsx').then((it) => it.Settings),
} satisfies Record<(typeof patterns)[keyof typeof patterns], () => Promise<ComponentType>>;

function NotFound() {
  const { href } = useTenant();
  return (
    <Page title="Page not found">
      <Missing what="page" where="has this address" list={{ label: 'Go to Overview', to: href(links.overview()) }} />
    </Page>
  );
}

type Address = keyof typeof pages;
const addresses = Object.keys(pages) as Address[];

/**
 * A page's missing file means that a newer build was deployed: reload, at most once a minute, in case it is really
 * missing. Only while opening a page, when no input is on screen, and not offline. Otherwise the error boundary shows
 * the error.
 */
function takeNewBuild(error: unknown): Promise<never> {
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem('reloaded')) < 60_000) throw error;
  sessionStorage.setItem('reloaded', String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

const lazily = Object.fromEntries(
  addresses.map((address) => [address, lazy(async () => ({ default: await pages[address]().catch(takeNewBuild) }))]),
) as unknown as Record<Address, ComponentType>;

export function preload(address: string): void {
  const found = addresses.find((it) => matchPath(`/m/:merchant/:product/${it}`, address));
  // The error is shown on render.
  if (found !== undefined) pages[found]().catch(() => {});
}

const NoAccess = lazy(async () => ({
  default: (await import('./panels/no-access.tsx').catch(takeNewBuild)).NoAccess,
}));

function First() {
  const tenant = useTenant();
  return tenant.merchant ? <Redirect to={addressOf(tenant)} /> : <NoAccess />;
}

function Inside({ earlyKeys }: { earlyKeys: EarlyKeys }) {
  const { merchant } = useTenant();
  return isBarredFrom(merchant) ? <NoAccess /> : <Shell preload={preload} earlyKeys={earlyKeys} />;
}

/** Another page renders as a transition, so that this one stays until then; changes within a page are immediate. */
function useNextLocation(): Location {
  const location = useLocation();
  const ready = useDeferredValue(location);
  return ready.pathname === location.pathname ? location : ready;
}

export function AppRoutes({ earlyKeys }: { earlyKeys: EarlyKeys }) {
  return (
    <Suspense>
      <Routes location={useNextLocation()}>
        <Route path="/" element={<First />} />
        <Route path="/m/:merchant/:product" element={<Inside earlyKeys={earlyKeys} />}>
          {addresses.map((address) => {
            const Content = lazily[address];
            return <Route key={address} path={address} element={<Content />} />;
          })}
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="*" element={<First />} />
      </Routes>
    </Suspense>
  );
}
