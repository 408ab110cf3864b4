import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';

export interface OwnBrowser {
  context: BrowserContext;
  page: Page;
  /** Ends its process as a crash of the machine does: it can write nothing any more. */
  kill(): Promise<void>;
}

/** Starts a browser on a profile that outlives it. A browser of Playwright's can be closed, not killed. */
export async function openBrowser(profile: string): Promise<OwnBrowser> {
  // Without extensions: some systems bring their own, and the connection waits for their pages.
  const flags =
    '--headless=new --no-sandbox --no-first-run --disable-extensions --lang=en-ZA --remote-debugging-port=0';
  const browser = spawn(process.env['CHROMIUM_PATH'] ?? '', [...flags.split(' '), `--user-data-dir=${profile}`], {
    // A group of its own, which ends as a whole: its other processes would go on writing.
    detached: true,
    env: { ...process.env, TZ: 'Africa/Johannesburg' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = async () => {
    process.removeListener('exit', killNow);
    if (browser.exitCode !== null || browser.signalCode !== null) return;
    const end = once(browser, 'exit');
    killNow();
    await end;
  };
  const killNow = () => void (browser.pid && process.kill(-browser.pid, 'SIGKILL'));
  process.once('exit', killNow);
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let output = '';
      browser.stderr.on('data', (data) => {
        output += String(data);
        const [, found] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
        if (found) resolve(found);
      });
      browser.once('exit', (code) => reject(new Error(`the browser ended with ${code}: ${output}`)));
    });
    const connection = await chromium.connectOverCDP(address, { timeout: 120_000 });
    const [context] = connection.contexts();
    if (!context) throw new Error('the browser has no window');
    return { context, page: context.pages()[0] ?? (await context.newPage()), kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** A folder for the profile of a browser. */
export function profileFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'collections-profile-'));
  // Processes of a killed browser may write there for a moment more.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }) };
}
