import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/system';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { onSignOutElsewhere, useSession } from '#console/api/auth.ts';
import { createQueryClient, handRecordsTo } from '#console/api/client.ts';
import { setUpKit } from '#console/domain/set-up-kit.ts';
import { recordSeen } from '#console/session/recent-records.ts';
import { sessionDatabase } from '#kit/base/idb.ts';
import { sessionStore } from '#kit/base/storage.ts';
import { later } from '#kit/ui/later.tsx';
import { Boundary } from './boundary.tsx';
import type { EarlyKeys } from './finder/lazy-finder.tsx';
import { readFirst } from './first-reads.ts';
import { AppRoutes } from './routes.tsx';
import { theme } from './theme.ts';

// public/theme.js decides which of the two schemes applies. MUI's own provider does it again, in 3 KB more.
const themeVariables = theme.generateStyleSheets();

const queries = createQueryClient();

const SignInAgain = later(async () => (await import('./panels/sign-in-again.tsx')).SignInAgain);

/** Loads the sign-in dialog while the page is idle. */
function SessionDialog() {
  const { ended } = useSession();
  useEffect(() => {
    const timer = setTimeout(() => void SignInAgain.load().catch(() => {}), 1000);
    return () => clearTimeout(timer);
  }, []);
  return ended && <SignInAgain />;
}

/** Deletes expired imports, also without a visit to the import page. */
async function discardOldImports(): Promise<void> {
  const databases = await indexedDB.databases?.();
  if (!databases?.some(({ name }) => name === sessionDatabase)) return;
  const { discardOld } = await import('#sheet-engine/store.ts');
  await discardOld();
}

/** As soon as there is a token. */
export function prepareApp(path: string): void {
  handRecordsTo(recordSeen);
  readFirst(queries, path);
}

export function mountApp(earlyKeys: EarlyKeys): void {
  setUpKit();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  discardOldImports().catch(() => {});
  // Browsers hide the attribute's text; the property still has it.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  const cache = createCache({ key: 'css', nonce });
  const app = createRoot(root);
  onSignOutElsewhere(() => {
    // Unmounting clears the screen at once, and removes the prompt of pages with unsaved input.
    app.unmount();
    sessionStore.clear();
    location.replace('/signed-out?tab');
  });
  app.render(
    <StrictMode>
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme}>
          <GlobalStyles styles={themeVariables} />
          <CssBaseline />
          <Boundary>
            <QueryClientProvider client={queries}>
              <BrowserRouter useTransitions={false}>
                <AppRoutes earlyKeys={earlyKeys} />
              </BrowserRouter>
            </QueryClientProvider>
          </Boundary>
          <SessionDialog />
        </ThemeProvider>
      </CacheProvider>
    </StrictMode>,
  );
}
