// Takes the pictures of README.md and of docs/, from the product with its sample data.
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
 * @param {string} [username]
 */
async function open(options, where, username) {
  const page = await (await browser.newContext({ locale: 'en-ZA', ...options })).newPage();
  await signIn(page, product.origin + where, username);
  await page.waitForLoadState('networkidle');
  return page;
}

const desktop = { viewport: { width: 1440, height: 900 } };
const take = (/** @type {import('@playwright/test').Page} */ page, /** @type {string} */ name) =>
  page.screenshot({ path: path.join(docs, `${name}.png`), animations: 'disabled' });
try {
  const contract = await open(desktop, '/m/1001/EFT/mandates?status=ACTIVE');
  await contract.getByRole('grid', { name: 'Mandates' }).getByRole('link').first().click();
  await contract.getByRole('grid', { name: 'Instalments' }).getByText('Paid').first().waitFor();
  await take(contract, 'contract-light');

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
  await take(mandate, 'mandate-light');

  const report = await open(desktop, '/m/1001/EFT/reports/transactions?range=last-90-days');
  await report.getByRole('img', { name: /^Transactions by day and status: / }).waitFor();
  await take(report, 'report-light');

  const overview = await open(desktop, '/m/1001/EFT');
  await overview
    .getByRole('region', { name: 'Why debits were returned this month' })
    .getByRole('link')
    .first()
    .waitFor();
  await take(overview, 'overview-light');

  const calendar = await open({ ...desktop, colorScheme: 'dark' }, '/m/1001/EFT/calendar');
  await calendar
    .getByRole('main')
    .getByText(/collected/i)
    .first()
    .waitFor();
  await take(calendar, 'calendar-dark');

  const messages = await open(desktop, '/m/1001/EFT/messages?client=C00002,C00003');
  await messages.getByRole('combobox', { name: 'Template' }).selectOption({ index: 1 });
  await messages.getByText('Tsakani').first().waitFor();
  await take(messages, 'messages-light');

  const phone = await open(
    { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, colorScheme: 'dark' },
    '/m/1001/EFT/mandates?status=ACTIVE',
  );
  await take(phone, 'mandates-phone-dark');

  const approvals = await open(desktop, '/m/1014/EFT/approvals', 'manager');
  await approvals
    .getByRole('list', { name: 'Approvals' })
    .getByRole('link')
    .filter({ hasText: /payouts/ })
    .first()
    .click();
  await approvals.getByRole('grid', { name: 'Payouts' }).waitFor();
  await take(approvals, 'approvals-light');

  const people = await open(desktop, '/m/1001/EFT/settings/people', 'administrator');
  await people.getByText('Fatima Finance').first().waitFor();
  await take(people, 'people-light');

  await approvals.getByRole('button', { name: /^Release/ }).click();
  await approvals
    .getByRole('tab', { name: 'Waiting for me (3)' })
    .or(approvals.getByText('Waiting for me (3)'))
    .first()
    .waitFor();
  const audit = await open(desktop, '/m/1014/EFT/settings/audit', 'auditor');
  await audit.getByRole('main').getByRole('row').filter({ hasText: 'Release payouts or changes' }).first().waitFor();
  await take(audit, 'audit-light');

  const monthEnd = await open(desktop, '/m/1001/EFT/month-end', 'finance');
  await monthEnd.getByRole('button', { name: 'Use a sample statement' }).click();
  await monthEnd.getByRole('button', { name: 'These columns are right' }).click();
  await monthEnd.getByRole('button', { name: /^Take \d+ lines$/ }).click();
  await monthEnd
    .getByRole('listbox', { name: 'Open lines' })
    .getByRole('option')
    .filter({ hasText: 'Sum of a day' })
    .first()
    .click();
  await monthEnd.getByRole('region', { name: 'Suggestion' }).waitFor();
  await take(monthEnd, 'bank-matching-light');

  const imported = await open(desktop, '/m/1001/EFT/import');
  const lines = ['Zanele Dlamini', 'Thabo Nkosi', 'Anika Botha', 'Sipho Khumalo'].map(
    (name, at) => `N-${at + 1};${name};Capitec Bank;${at === 2 ? 'unknown' : '470010'};1;100000000${at}`,
  );
  await imported.getByLabel('File to import').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Client no;Full name;Bank;Branch code;Account type;Account No.', ...lines].join('\r\n')),
  });
  await imported.getByRole('button', { name: 'Check the rows' }).click();
  await imported.getByRole('grid').waitFor();
  await take(imported, 'import-light');
} finally {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
