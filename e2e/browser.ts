import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type LaunchOptions, type Page } from '@playwright/test';

export interface OwnBrowser {
  context: BrowserContext;
  page: Page;
  /** Kills all its processes, as a power cut does. */
  kill(): Promise<void>;
}

/** Starts a browser with a persistent profile. */
export async function openBrowser(profile: string, options: LaunchOptions): Promise<OwnBrowser> {
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
  });
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const id = processInfo.find(({ type }) => type === 'browser')?.id;
  if (!id) throw new Error('the browser names no process');
  let isOpen = true;
  const closed = new Promise<void>((resolve) =>
    context.once('close', () => {
      isOpen = false;
      resolve();
    }),
  );
  const kill = async () => {
    // The whole group: the browser's other processes would go on writing.
    if (isOpen) process.kill(-groupOf(id), 'SIGKILL');
    await closed;
  };
  return { context, page: context.pages()[0] ?? (await context.newPage()), kill };
}

/** The group of a process. Where the system starts the browser by a script, the script leads it. */
function groupOf(id: number): number {
  if (process.platform !== 'linux') return id;
  const [, , group] = (readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
  return Number(group);
}

export function profileFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'collections-profile-'));
  // Processes of a killed browser may write there a moment longer.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }) };
}
