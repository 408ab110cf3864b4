import { readAccess } from '#console/api/access.ts';
import { SiteDataBlocked, startSession } from '#console/api/auth.ts';
import { ConfigError, setConfig } from '#console/api/config.ts';
import { keepTrying } from '#console/api/keep-trying.ts';
import { reach, Unreachable } from '#console/api/unreachable.ts';
import { preload } from '#console/app/pages.ts';
import { keepEarlyKeys } from './early-keys.ts';
import { keepPresses } from './keep-presses.ts';
import { showStartScreen } from './start-screen.ts';
import { trustOwnScripts } from './trusted-types.ts';

const earlyKeys = keepEarlyKeys();
keepPresses();
const reload = { label: 'Try again', run: () => location.reload() };
const signIn = { label: 'Sign in', run: () => location.replace('/') };

async function readConfig() {
  // The only call outside api/client.ts: the service's address must be known first. Shares the preload in index.html.
  const response = await reach('/config.json', { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`config.json was answered with status ${response.status}`);
  const text = await response.text();
  try {
    return setConfig(JSON.parse(text));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([`config.json: is not JSON (${(error as Error).message})`]);
  }
}

async function start(): Promise<void> {
  if (location.pathname === '/signed-out')
    return void showStartScreen({
      title: 'Signed out',
      lines:
        location.search === '?tab'
          ? ['You signed out in another tab of this browser.']
          : [
              'You are signed out of this console.',
              'Where you signed in you may still be known. On a shared computer, sign out there too or close the browser.',
            ],
      action: { label: 'Sign in again', run: () => location.replace('/') },
    });
  const config = await readConfig();
  // The page's code loads while the sign-in is checked, but after its call: a browser makes six calls at a time.
  const session = await startSession(config, () => void preload(location.pathname)).catch((error: unknown) =>
    signInFailed(error),
  );
  if (session === 'popup')
    showStartScreen({
      title: 'This window can be closed',
      lines: ['The sign-in was handed to the window that asked for it. If there is none any more, sign in here.'],
      action: signIn,
    });
  if (session !== 'ready') return;
  // After a sign-in, the address is the page's only now.
  const page = preload(location.pathname);
  const app = import('#console/app/app.tsx').then((it) => {
    it.prepareApp(location.pathname);
    return it;
  });
  const [{ mountApp: mount }] = await Promise.all([app, readAccess(), page]);
  mount(earlyKeys);
}

/** No automatic redirect back to the provider: two pages that redirect to each other would never stop. */
function signInFailed(error: unknown): void {
  if (error instanceof Unreachable) throw error;
  if (error instanceof SiteDataBlocked)
    return void showStartScreen({
      title: 'This browser blocks what signing in needs',
      lines: [
        `Cookies and site data are blocked for ${location.host}, so the browser would not know you again after the sign-in.`,
        'Allow them for this address in the browser’s settings, or leave the private window, then try again.',
      ],
      action: reload,
    });
  const atCallback = location.pathname === '/callback';
  const described = error instanceof Error ? error.message : String(error);
  showStartScreen({
    title: 'The sign-in did not work',
    lines: [
      atCallback
        ? 'Its answer could not be used: it may have been answered before, have taken too long, or been refused.'
        : 'The sign-in service could not be reached.',
      `Details: ${described}`,
    ],
    action: atCallback ? signIn : reload,
  });
}

let retries: ReturnType<typeof keepTrying> | undefined;
let note: (text: string) => void = () => {};

/** Until the service answers, the page that was asked for waits at its address. */
async function open(): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof Unreachable)) startFailed(error);
    else if (retries) return note('Still no answer. This page goes on trying.');
    else return waitForService();
  }
  retries?.stop();
}

function waitForService(): void {
  retries = keepTrying(() => {
    note('Trying again…');
    return open();
  });
  note = showStartScreen({
    title: 'We’ll be back',
    lines: [
      navigator.onLine ? 'The console can’t be reached right now.' : 'You’re offline.',
      'What was saved is safe. Most forms keep what you typed, except account and ID numbers.',
    ],
    note: 'This page tries again by itself.',
    action: { label: 'Try again now', run: retries.now },
  });
}

function startFailed(error: unknown): void {
  if (error instanceof ConfigError)
    showStartScreen({
      title: 'This console is not set up yet',
      lines: ['Its configuration, config.json, has mistakes. Whoever runs it has to correct:'],
      faults: error.lines,
      action: reload,
    });
  else
    showStartScreen({
      title: 'The console could not start',
      lines: [error instanceof Error ? error.message : String(error)],
      action: reload,
    });
}

trustOwnScripts();
void open();
