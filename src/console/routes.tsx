import { lazy, Suspense, type ComponentType } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router-dom';
import { isBarredFrom } from './access.ts';
import { patterns } from './links.ts';
import { NotFound } from './pages/not-found.tsx';
import { Shell } from './parts/shell.tsx';
import { addressOf, usePlace } from './place.ts';

// A page file is called after its page: pages/mandate-create.tsx exports MandateCreate. All are loaded when asked for.
const pages = {
  overview: () => import('./pages/overview.tsx').then((it) => it.Overview),
  mandates: () => import('./pages/mandates.tsx').then((it) => it.Mandates),
  mandateCreate: () => import('./pages/mandate-create.tsx').then((it) => it.MandateCreate),
  contracts: () => import('./pages/contracts.tsx').then((it) => it.Contracts),
  contract: () => import('./pages/contract.tsx').then((it) => it.Contract),
  mandateEdit: () => import('./pages/mandate-edit.tsx').then((it) => it.MandateEdit),
  instalments: () => import('./pages/instalments.tsx').then((it) => it.Instalments),
  clients: () => import('./pages/clients.tsx').then((it) => it.Clients),
  clientCreate: () => import('./pages/client-create.tsx').then((it) => it.ClientCreate),
  client: () => import('./pages/client.tsx').then((it) => it.Client),
  clientEdit: () => import('./pages/client-edit.tsx').then((it) => it.ClientEdit),
  reports: () => import('./pages/reports.tsx').then((it) => it.Reports),
  lookups: () => import('./pages/lookups.tsx').then((it) => it.Lookups),
  contractCreate: () => import('./pages/contract-create.tsx').then((it) => it.ContractCreate),
  omni: () => import('./pages/omni.tsx').then((it) => it.Omni),
  initiates: () => import('./pages/initiates.tsx').then((it) => it.Initiates),
  initiateEdit: () => import('./pages/initiate-edit.tsx').then((it) => it.InitiateEdit),
  calendar: () => import('./pages/calendar.tsx').then((it) => it.Calendar),
  unpaid: () => import('./pages/unpaid.tsx').then((it) => it.Unpaid),
  payoutContracts: () => import('./pages/payout-contracts.tsx').then((it) => it.PayoutContracts),
  payoutContractCreate: () => import('./pages/payout-contract-create.tsx').then((it) => it.PayoutContractCreate),
  payoutContract: () => import('./pages/payout-contract.tsx').then((it) => it.PayoutContract),
  payments: () => import('./pages/payments.tsx').then((it) => it.Payments),
  cases: () => import('./pages/cases.tsx').then((it) => it.Cases),
  messages: () => import('./pages/messages.tsx').then((it) => it.Messages),
} satisfies Record<keyof typeof patterns, () => Promise<ComponentType>>;

type Name = keyof typeof pages;
const names = Object.keys(pages) as Name[];
/**
 * The file of a page that is gone belongs to a build that was replaced: a reload gets the new one. Only here, where a page
 * is being opened and nothing typed is on screen; not without a network; and not twice in a minute, or a file that is
 * really missing would have the page reload for ever. Otherwise the boundary says what is wrong.
 */
function takeNewBuild(error: unknown): Promise<never> {
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem('reloaded')) < 60_000) throw error;
  sessionStorage.setItem('reloaded', String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

const lazily = Object.fromEntries(
  names.map((name) => [name, lazy(async () => ({ default: await pages[name]().catch(takeNewBuild) }))]),
) as unknown as Record<Name, ComponentType>;

/** Starts loading the page of an address, before it is drawn: at the start, and when a link is pointed at. */
export function preload(address: string): void {
  const name = names.find((it) => matchPath(`/m/:merchant/:product/${patterns[it]}`, address));
  // A page that cannot be loaded says so when it is drawn.
  if (name) pages[name]().catch(() => {});
}

const NoAccess = lazy(async () => ({
  default: (await import('./pages/no-access.tsx').catch(takeNewBuild)).NoAccess,
}));

function First() {
  const place = usePlace();
  return place.merchant ? <Navigate to={addressOf(place)} replace /> : <NoAccess />;
}

function Inside() {
  const { merchant } = usePlace();
  return isBarredFrom(merchant) ? <NoAccess /> : <Shell preload={preload} />;
}

/** Every page and its address; the addresses themselves and their builders stand in links.ts. */
export function AppRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path="/" element={<First />} />
        <Route path="/m/:merchant/:product" element={<Inside />}>
          {names.map((name) => {
            const Page = lazily[name];
            return <Route key={name} path={patterns[name]} element={<Page />} />;
          })}
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="*" element={<First />} />
      </Routes>
    </Suspense>
  );
}
