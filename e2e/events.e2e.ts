import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';
import { isGateway } from './provider.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber } from './test-data.ts';

/** A program of the merchant's, on this machine. */
async function startProgram() {
  const received: { id: string; signature: string; body: string }[] = [];
  const program = { status: 200, received };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name]);
      const body = Buffer.concat(parts).toString();
      received.push({ id: header('x-delivery-id'), signature: header('x-signature'), body });
      response.writeHead(program.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(program, {
    address: `http://127.0.0.1:${port}/events`,
    close: () => new Promise((resolve) => server.close(resolve)),
  });
}

const signatureBy = (secret: string, signature: string, body: string): string => {
  const [time = ''] = signature.split(',');
  const hash = createHmac('sha256', secret).update(`${time.slice('t='.length)}.${body}`);
  return `v1=${hash.digest('hex')}`;
};

test('an administrator has events sent to a program, sees one fail and arrive later, and sends it again', async ({
  page,
  merchant,
  signInAs,
  axe,
  complaints,
}) => {
  // An address is refused on purpose.
  complaints.allow(/400/);
  const program = await startProgram();
  const service = await serviceOf(page.request, merchant);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  await page.goto(`/m/${merchant}/EFT/settings`);
  await signInAs('administrator');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Events' }).click();
  await expect(main.getByText('No endpoints yet.')).toBeVisible();
  await main.getByRole('button', { name: 'Add an endpoint' }).click();
  await dialog.getByLabel('Address').fill('https://10.0.0.1/events');
  if (!isGateway) {
    // Debits of the sample have outcomes at any moment.
    for (const type of await dialog.getByRole('checkbox').all()) await type.uncheck();
    await dialog.getByRole('checkbox', { name: 'A mandate was cancelled' }).check();
  }
  await axe();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('The address is not on the public internet.')).toBeVisible();
  await dialog.getByLabel('Address').fill(program.address);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('The secret is shown only now')).toBeVisible();
  const secret = (await dialog.getByRole('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(main.getByText('Not used yet')).toBeVisible();

  const log = main.getByRole('table', { name: 'Last events' }).getByRole('row');
  await main.getByRole('button', { name: 'Send a test event' }).click();
  await expect(log.filter({ hasText: 'Test event' })).toContainText('Delivered');
  await expect(main.getByText('Working', { exact: true })).toBeVisible();
  const [first] = program.received;
  expect(first?.signature).toContain(signatureBy(secret, first?.signature ?? '', first?.body ?? ''));

  program.status = 503;
  const number = newNumber();
  if (isGateway) await main.getByRole('button', { name: 'Send a test event' }).click();
  else {
    await service.make('clients', 'ClientPostRequest', clientItem(number, 'Nandi Events'));
    const ContractSequence = await service.make('mandates', 'MandatePostRequest', {
      ClientNumber: number,
      ContractNumber: `${number}-A`,
      FrequencyCode: 'MNTH',
      CollectionDay: 25,
      InstalmentStartDate: '2027-01-01 00:00',
      InstalmentAmount: 100,
      NumberOfInstalments: 3,
    });
    await service.cancel('mandates', { ContractSequence, CancelReason: 'MD17', CancelDate: '2026-11-26 08:00' });
    await page.reload();
  }
  await expect(main.getByText(/Failing since .*: it answered 503\./)).toBeVisible();
  const waiting = log.filter({ hasText: 'Waiting' });
  await expect(waiting).toContainText(isGateway ? 'Test event' : `A mandate was cancelled${number} · ${number}-A`);
  await axe();
  program.status = 204;
  await expect(waiting).toHaveCount(0, { timeout: 120_000 });
  await expect(main.getByText('Working', { exact: true })).toBeVisible();
  const { id, body } = program.received.at(-1) ?? { id: '', body: '' };
  expect(body).not.toMatch(/Nandi|1234567890/);
  const before = program.received.length;
  await log
    .nth(1)
    .getByRole('button', { name: /^Resend/ })
    .click();
  await expect.poll(() => program.received.slice(before).map((it) => it.id)).toEqual([id]);

  await main.getByRole('button', { name: 'Replace' }).click();
  await expect(main.getByText(/^Events are signed with the former one as well until/)).toBeVisible();
  await main.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await expect(main.getByText('Off', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(main.getByText('No endpoints yet.')).toBeVisible();
  await program.close();
});

test('who does not administer the merchant has no page of its events', async ({ page, signInAs, complaints }) => {
  complaints.allow(/401/);
  await page.goto('/m/1001/EFT/settings');
  await signInAs('manager');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Events' })).toHaveCount(0);
  await page.goto('/m/1001/EFT/settings/events');
  await expect(
    page
      .getByRole('main')
      .getByText(/permission/i)
      .first(),
  ).toBeVisible();
});
