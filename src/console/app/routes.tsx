import { lazy, Suspense, useDeferredValue, type ComponentType } from 'react';
import { matchPath, Route, Routes, useLocation, type Location } from 'react-router-dom';
import { isBarredFrom } from '#console/api/access.ts';
import { addressOf, useTenant } from '#console/api/tenant.ts';
import type { patterns } from '#console/domain/links.ts';
import { routes as calendar } from '#console/features/calendar/routes.ts';
import { routes as cases } from '#console/features/cases/routes.ts';
import { routes as clients } from '#console/features/clients/routes.ts';
import { routes as contracts } from '#console/features/contracts/routes.ts';
import { routes as help } from '#console/features/help/routes.ts';
import { routes as imports } from '#console/features/import/routes.ts';
import { routes as instalments } from '#console/features/instalments/routes.ts';
import { routes as lookups } from '#console/features/lookups/routes.ts';
import { routes as messages } from '#console/features/messages/routes.ts';
import { routes as overview } from '#console/features/overview/routes.ts';
import { routes as payouts } from '#console/features/payouts/routes.ts';
import { routes as reports } from '#console/features/reports/routes.ts';
import { routes as settings } from '#console/features/settings/routes.ts';
import { routes as unpaid } from '#console/features/unpaid/routes.ts';
import { Redirect } from '#console/kit/address/redirect.tsx';
import type { EarlyKeys } from './finder/lazy-finder.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

const pages = {
  ...overview,
  ...contracts,
  ...instalments,
  ...clients,
  ...reports,
  ...lookups,
  ...calendar,
  ...unpaid,
  ...payouts,
  ...cases,
  ...messages,
  ...imports,
  ...help,
  ...settings,
} satisfies Record<(typeof patterns)[keyof typeof patterns], () => Promise<ComponentType>>;

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
            const Page = lazily[address];
            return <Route key={address} path={address} element={<Page />} />;
          })}
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="*" element={<First />} />
      </Routes>
    </Suspense>
  );
}
