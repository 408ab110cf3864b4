import type { Page } from '@playwright/test';
import { fieldOf } from '../src/contract/fields.ts';
import { operations, type OperationName } from '../src/contract/operations.ts';
import { addMonths, dateOf } from '../src/rules/calendar.ts';
import { dayText } from '../src/rules/day-text.ts';
import { formatCents } from '../src/rules/money.ts';
import { phoneText } from '../src/rules/phone-text.ts';
import { expect, test } from './fixtures.ts';
import { clientItem, serviceOf, type Json } from './service.ts';
import { newNumber, today } from './test-data.ts';

/** Cells with room for the label only. */
const words: Record<string, string> = {
  'TrackingCode 05': '8 days',
  'DebitSequenceType RCUR': 'Recurring',
  'DebitSequenceType OOFF': 'Once off',
  'InstalmentResult 02': 'Insufficient funds',
};

/** The least that a page shows of a value: a code after its label, the end of a masked value. */
function textOf(fieldName: string, value: unknown): string {
  const field = fieldOf(fieldName);
  const text = String(value);
  if (words[`${fieldName} ${text}`] !== undefined) return words[`${fieldName} ${text}`] ?? '';
  if (field?.sensitive) return text.slice(-4);
  if (/Status|PaymentIndicator/.test(fieldName) && /^[A-Z_]+$/.test(text))
    return text.charAt(0) + text.slice(1).toLowerCase();
  switch (field?.input) {
    case 'amount':
      return formatCents(Math.round(Number(value) * 100));
    case 'rate':
      return text.replace('.', ',');
    case 'date':
    case 'dateTime':
      return dayText(text);
    case 'flag':
      return text === 'Y' ? 'Yes' : 'No';
    default:
      if (fieldName === 'PaymentAccount') return `•••• ${text.slice(1, 5)}`;
      return fieldName === 'CellphoneNumber' ? phoneText(text) : text;
  }
}

test(
  'a record’s page shows every field that the service returns, with its value',
  { tag: '@long' },
  async ({ page, request, merchant, signIn, complaints }) => {
    // A contract without a mandate is requested as a mandate as well.
    complaints.allow(/404/);
    const [own, sample] = [await serviceOf(request, merchant), await serviceOf(request, '1001')];
    const start = `${addMonths(today(), 2).slice(0, 8)}07 00:00`;
    const client = newNumber();
    await own.make('clients', 'ClientPostRequest', {
      ...clientItem(client),
      IDType: 'PASS',
      IDNumber: 'P7654321',
      CellphoneNumber: '0825551299',
      EMail: `${client.toLowerCase()}@example.org`,
      AccountHolderName: 'N Dlamini-Holder',
    });
    await own.edit('clients', 'ClientPutRequest', { ClientNumber: client, AccountNumber: 62001239876 });
    const terms = {
      ClientNumber: client,
      FrequencyCode: 'MNTH',
      CollectionDay: 7,
      FirstCollectionDate: `${addMonths(today(), 1).slice(0, 8)}03 00:00`,
      FirstCollectionAmount: 123.45,
      InstalmentStartDate: start,
      InstalmentAmount: 234.56,
      NumberOfInstalments: 5,
      TrackingCode: '05',
    };
    const mandate = await own.make('mandates', 'MandatePostRequest', {
      ...terms,
      ContractNumber: newNumber(),
      MandateType: 'VARI',
      TransactionType: 'TT1',
      MandateActionDate: `${addMonths(today(), 1)} 00:00`,
      DebitSequenceType: 'RCUR',
      AdjustmentCategory: 'A',
      AdjustmentRate: 2.25,
      TrackingYN: 'Y',
      MaximumAmount: 987.65,
      RMS: 'R7',
    });
    const raised = await own.make('mandates', 'MandatePostRequest', {
      ...terms,
      ContractNumber: newNumber(),
      AdjustmentCategory: 'A',
      AdjustmentAmount: 11.11,
    });
    const contract = await own.make('contracts', 'ContractPostRequest', {
      ...terms,
      ContractNumber: newNumber(),
      CTCPercentage: 7.75,
    });
    await own.make('instalments', 'InstalmentPostRequest', {
      ContractSequence: contract,
      InstalmentActionDate: start,
      InstalmentAmount: 56.78,
      CTCAmount: 3.21,
      TrackingCode: '05',
      DebitSequenceType: 'OOFF',
    });
    const payout = await own.make('payo/contracts', 'PayoContractPostRequest', {
      ClientNumber: client,
      ContractNumber: newNumber(),
      PaymentAmount: 345.67,
      PaymentStartDate: start,
      NumberOfPayments: 3,
      FrequencyCode: 'MNTH',
      PaymentIndicator: 'IND7',
    });

    const payments = await sample.list('payo/payments', {});
    const paid = payments.find((it) => it['PaymentStatus'] === 'PAID' && it['PaymentAccount']);
    const failed = payments.find((it) => it['ResponseCode'] === '12');
    const [cancelledMandate] = await sample.list('mandates', { MandateStatusCode: 'CANCELLED' });
    const failedInstalment = (await sample.list('instalments', { ContractSequence: 100003 })).find(
      (it) => it['InstalmentResult'] === '02',
    );
    const withCtc = (await own.list('instalments', { ContractSequence: contract })).find((it) => it['CTCAmount']);
    const first = async (resource: string, query: Json, from = own) =>
      (await from.list(resource, query as Record<string, string | number>))[0];
    const pathOf = (it: Json | undefined, of: string) => `${of}/${Number(it?.['ContractSequence'])}`;
    const dayOf = (it: Json | undefined) =>
      `${pathOf(it, 'contracts')}?day=${dateOf(String(it?.['InstalmentActionDate']))}`;

    const records: [OperationName, Json | undefined, string, string][] = [
      ['mandateList', await first('mandates', { ContractSequence: mandate }), merchant, `contracts/${mandate}`],
      ['mandateList', await first('mandates', { ContractSequence: raised }), merchant, `contracts/${raised}`],
      ['mandateList', cancelledMandate, '1001', pathOf(cancelledMandate, 'contracts')],
      ['contractList', await first('contracts', { ContractSequence: contract }), merchant, `contracts/${contract}`],
      [
        'contractList',
        await first('contracts', { ContractSequence: Number(cancelledMandate?.['ContractSequence']) }, sample),
        '1001',
        pathOf(cancelledMandate, 'contracts'),
      ],
      ['instalmentList', withCtc, merchant, dayOf(withCtc)],
      ['instalmentList', failedInstalment, '1001', dayOf(failedInstalment)],
      ['payoutPaymentList', paid, '1001', `${pathOf(paid, 'payouts')}/payments/${Number(paid?.['PaymentSequence'])}`],
      [
        'payoutPaymentList',
        failed,
        '1001',
        `${pathOf(failed, 'payouts')}/payments/${Number(failed?.['PaymentSequence'])}`,
      ],
      [
        'payoutPaymentList',
        await first('payo/payments', { ContractSequence: payout }),
        merchant,
        `payouts/${payout}/payments/1`,
      ],
      [
        'payoutContractList',
        await first('payo/contracts', { ContractSequence: payout }),
        merchant,
        `payouts/${payout}`,
      ],
      ['clientList', await first('clients', { ClientNumber: client }), merchant, `clients/${client}`],
    ];
    const shown = new Map<OperationName, Set<string>>();
    let isSignedIn = false;
    for (const [operation, record, of, path] of records) {
      await page.goto(`/m/${of}/EFT/${path}`);
      if (!isSignedIn) await signIn();
      isSignedIn = true;
      await open(page);
      for (const [fieldName, value] of Object.entries(record ?? {})) {
        if (Array.isArray(value)) continue;
        const seen = shown.get(operation) ?? new Set();
        shown.set(operation, seen.add(fieldName));
        // The head of the page identifies the payment or instalment in its own words.
        await expect(page.getByRole('main'), `${operation} ${fieldName}`).toContainText(textOf(fieldName, value));
      }
    }
    for (const [operation, seen] of shown) {
      const fields = Object.keys((operations[operation].output as { shape: object }).shape);
      // A cancelled payout contract is tested in payouts.e2e.ts; its payments are records of their own.
      const elsewhere = operation === 'payoutContractList' ? ['CancelCode', 'CancelDate', 'ContractPayments'] : [];
      expect([...seen, ...elsewhere].toSorted(), operation).toEqual(fields.toSorted());
    }
  },
);

/** Opens all details; masked values stay masked. */
async function open(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  const details = page.getByText('All details', { exact: true });
  if ((await details.count()) > 0) await details.click();
}
