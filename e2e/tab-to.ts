import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Whether an element, or the frame around it, shows the focus. */
const hasVisibleFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const active = element.contains(document.activeElement) ? document.activeElement : null;
    if (!active?.matches(':focus-visible')) return false;
    const outlined = [active, active.closest('td, th')].some(
      (it) => it && getComputedStyle(it).outlineStyle !== 'none',
    );
    const frame = active.parentElement?.querySelector(':scope > fieldset');
    return outlined || (frame !== null && frame !== undefined && getComputedStyle(frame).borderTopWidth === '2px');
  });

/** Presses Tab until the focus is on or in the element and visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) {
      await expect
        .poll(() => hasVisibleFocus(target), { message: `the focus is seen on ${String(target)}` })
        .toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`150 times Tab did not reach ${String(target)}`);
}
