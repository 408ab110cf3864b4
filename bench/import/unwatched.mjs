// A page of the product as users have it. Playwright makes the browser keep the responses of every page for its
// developer tools: up to 100 MB in the page's own process. This page has only a protocol session.
import { memoryNow } from '../service-process.mjs';

/** Milliseconds. */
const [lookEvery, longest] = [50, 300_000];

/**
 * Opens an address in a window that Playwright does not attach to.
 * @param {import('@playwright/test').Page} signedIn provides the cookies, and is closed
 * @param {string} address
 */
export async function openUnwatched(signedIn, address) {
  const browser = await signedIn.context().browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('the page has no browser');
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  const cookies = (await signedIn.context().cookies()).map(({ partitionKey: _own, ...cookie }) => cookie);
  await browser.send('Storage.setCookies', { browserContextId, cookies });
  const { targetId } = await browser.send('Target.createTarget', { url: address, browserContextId });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: false });
  /** @type {Map<number, (answer: { result?: any, error?: { message: string } }) => void>} */
  const waiting = new Map();
  let lastId = 0;
  browser.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });

  /** @param {string} method @param {object} [params] */
  async function send(method, params = {}) {
    const id = ++lastId;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    await browser?.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  /** @param {string} expression */
  async function value(expression) {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  /** @param {string} expression */
  async function until(expression) {
    const end = performance.now() + longest;
    while (!(await value(expression))) {
      if (performance.now() > end) throw new Error(`${expression}\n${await value('document.body.innerText')}`);
      await new Promise((resolve) => setTimeout(resolve, lookEvery));
    }
  }
  /**
   * An enabled button, by its text.
   * @param {string} name
   * @param {string} within a selector
   */
  const button = (name, within) =>
    `[...document.querySelectorAll('${within} button')].find((it) => !it.disabled && it.innerText.replaceAll('\\u00a0', ' ') === '${name}')`;

  const it = {
    send,
    until,
    /**
     * @param {string} name
     * @param {string} [within] a selector
     */
    async press(name, within = 'body') {
      await it.untilButton(name, within);
      await value(`${button(name, within)}.click()`);
    },
    /** @param {string} name @param {string} [within] a selector */
    untilButton: (name, within = 'body') => until(`${button(name, within)} !== undefined`),
    /** @param {string} file its path */
    async choose(file) {
      const input = `document.querySelector('input[type=file]')`;
      await until(`${input} !== null`);
      const { result } = await send('Runtime.evaluate', { expression: input });
      await send('DOM.setFileInputFiles', { files: [file], objectId: result.objectId });
      await send('Runtime.releaseObject', { objectId: result.objectId });
    },
    /** The page's process: the largest of the renderers. */
    async process() {
      const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
      const drawing = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
      return drawing.toSorted((one, other) => memoryNow(other) - memoryNow(one))[0] ?? 0;
    },
  };
  await signedIn.context().close();
  return it;
}
