// Takes the pictures of README.md and docs/console.md, from the product with its sample data.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { prepareClone, root } from './prepare.mjs';
import { signIn, startProduct, temporaryFolder } from './product.mjs';

prepareClone();
const { findChromium } = await import('./chromium.mjs');
const { chromium } = await import('@playwright/test');

const folder = temporaryFolder('pictures');
const docs = path.join(root, 'docs');
mkdirSync(docs, { recursive: true });
const product = await startProduct({ DATA_DIR: folder });
const browser = await chromium.launch({ executablePath: findChromium(), chromiumSandbox: false });

/**
 * @param {import('@playwright/test').BrowserContextOptions} options
 * @param {string} where
 */
async function open(options, where) {
  const page = await (await browser.newContext({ locale: 'en-ZA', ...options })).newPage();
  await signIn(page, product.origin + where);
  await page.waitForLoadState('networkidle');
  return page;
}

const desktop = { viewport: { width: 1440, height: 900 } };
try {
  const contract = await open(desktop, '/m/1001/EFT/mandates?status=ACTIVE');
  await contract.getByRole('grid', { name: 'Mandates' }).getByRole('link').first().click();
  await contract.getByRole('grid', { name: 'Instalments' }).getByText('Paid').first().waitFor();
  await contract.screenshot({ path: path.join(docs, 'contract-light.png'), animations: 'disabled' });

  const mandate = await open(desktop, '/m/1001/EFT/mandates/new');
  const choose = async (/** @type {string} */ name, /** @type {string} */ text) => {
    const field = mandate.getByRole('combobox', { name, exact: true });
    await field.fill(text);
    await field.press('Enter');
  };
  await choose('Client', 'C00002');
  await mandate.getByRole('textbox', { name: 'Contract number', exact: true }).fill('HOME-1');
  await choose('Frequency', 'MNTH');
  await choose('Collection day', '31');
  await mandate.getByRole('textbox', { name: 'Instalment start date', exact: true }).fill('+1m');
  await mandate.getByRole('textbox', { name: 'Instalment amount', exact: true }).fill('1 234,56');
  await mandate.getByRole('textbox', { name: 'Number of instalments', exact: true }).fill('12');
  await mandate.getByRole('textbox', { name: 'Number of instalments', exact: true }).blur();
  await mandate.waitForLoadState('networkidle');
  await mandate.screenshot({ path: path.join(docs, 'mandate-light.png'), animations: 'disabled' });

  const report = await open(desktop, '/m/1001/EFT/reports/transactions?range=last-90-days');
  await report.getByRole('img', { name: /^Transactions by day and status: / }).waitFor();
  await report.screenshot({ path: path.join(docs, 'report-light.png'), animations: 'disabled' });

  const overview = await open(desktop, '/m/1001/EFT');
  await overview
    .getByRole('region', { name: 'Why debits were returned this month' })
    .getByRole('link')
    .first()
    .waitFor();
  await overview.screenshot({ path: path.join(docs, 'overview-light.png'), animations: 'disabled' });

  const calendar = await open({ ...desktop, colorScheme: 'dark' }, '/m/1001/EFT/calendar');
  await calendar
    .getByRole('main')
    .getByText(/collected/i)
    .first()
    .waitFor();
  await calendar.screenshot({ path: path.join(docs, 'calendar-dark.png'), animations: 'disabled' });

  const messages = await open(desktop, '/m/1001/EFT/messages?client=C00002,C00003');
  await messages.getByRole('combobox', { name: 'Template' }).selectOption({ index: 1 });
  await messages.getByText('Tsakani').first().waitFor();
  await messages.screenshot({ path: path.join(docs, 'messages-light.png'), animations: 'disabled' });

  const phone = await open(
    { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, colorScheme: 'dark' },
    '/m/1001/EFT/mandates?status=ACTIVE',
  );
  await phone.screenshot({ path: path.join(docs, 'mandates-phone-dark.png'), animations: 'disabled' });
} finally {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
