import { lazy, Suspense, useDeferredValue, useState, type ComponentType } from 'react';
import { Route, Routes, useLocation, type Location } from 'react-router-dom';
import { isBarredFrom } from '#console/api/access.ts';
import { addressOf, useTenant } from '#console/api/tenant.ts';
import { isServed } from '#console/api/unreachable.ts';
import { links } from '#console/domain/links.ts';
import { Missing } from '#console/domain/missing.tsx';
import { Redirect } from '#kit/address/redirect.tsx';
import { NotLoaded, notLoaded } from '#kit/base/not-loaded.ts';
import { sessionStore } from '#kit/base/storage.ts';
import { Page } from '#kit/ui/page.tsx';
import type { EarlyKeys } from './finder/lazy-finder.tsx';
import { addresses, load, loadedPage, preload, type Address } from './pages.ts';
import { Shell } from './shell.tsx';

function NotFound() {
  const { href } = useTenant();
  return (
    <Page title="Page not found">
      <Missing what="page" where="has this address" list={{ label: 'Go to Overview', to: href(links.overview()) }} />
    </Page>
  );
}

/**
 * A page's missing file means that a newer build was deployed: reload, at most once a minute, in case it is really
 * missing. Only while opening a page, when no input is on screen, and if the server answers. Otherwise the error boundary shows
 * the error.
 */
async function takeNewBuild(error: unknown): Promise<never> {
  const isRecent = Date.now() - Number(sessionStore.getItem('reloaded')) < 60_000;
  if (isRecent || !(await isServed())) return notLoaded(error);
  sessionStore.setItem('reloaded', String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

/** Not lazy once its code is there: after a fallback, however short, React shows nothing else for 300 ms. */
function pageAt(address: Address): ComponentType {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load(address) };
      } catch (error) {
        // A lazy component keeps its failure.
        return takeNewBuild(new NotLoaded(error, () => (Lazy = begin())));
      }
    });
  let Lazy = begin();
  return function Content() {
    // The same while it stays.
    const [Loaded] = useState(() => loadedPage(address) ?? Lazy);
    return <Loaded />;
  };
}

const contents = Object.fromEntries(addresses.map((it) => [it, pageAt(it)])) as Record<Address, ComponentType>;

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
            const Content = contents[address];
            return <Route key={address} path={address} element={<Content />} />;
          })}
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="*" element={<First />} />
      </Routes>
    </Suspense>
  );
}
