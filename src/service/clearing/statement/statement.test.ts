import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { addDays, addMonths, type DateText } from '#rules/calendar.ts';
import { toCents } from '#rules/money.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client, mandate, nextMonth } from '#service/testing/samples.ts';
import { formats } from './formats.ts';
import { bankLines, settlementDay, type OutcomeHistory } from './lines.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

async function statement(query: Record<string, string>, merchant = '1001', token?: string) {
  const answer = await fetch(`${service.origin}/sandbox/statement/${merchant}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token ?? (await service.token('1001'))}` },
  });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

async function moveClock(token: string, merchant: string, Today: DateText): Promise<void> {
  const moved = await fetch(`${service.origin}/sandbox/clock/${merchant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ Today }),
  });
  assert.equal(moved.status, 200);
}

const day = (n: number): DateText => addDays('2026-01-01', n);
const days = fc
  .uniqueArray(fc.nat({ max: 200 }), { minLength: 1 })
  .map((all) => all.toSorted((a, b) => a - b).map(day));
const items = fc.array(
  fc.record({
    date: fc.nat({ max: 200 }).map(day),
    contractNumber: fc.constant('A'),
    cents: fc.integer({ min: 1, max: 99_999 }),
  }),
  { maxLength: 20 },
);
const histories: fc.Arbitrary<OutcomeHistory> = fc
  .tuple(
    days,
    fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 201, maxLength: 201 }),
    items,
    items,
    items,
  )
  .map(([dates, sums, lateReturns, paidByClient, paidOut]) => ({
    collected: dates.map((date, index) => ({ date, cents: sums[index] ?? 1, count: 1 })),
    lateReturns: lateReturns.toSorted((one, other) => one.date.localeCompare(other.date)),
    paidByClient,
    paidOut,
  }));

test('in the end the bank account has received what was collected, less returns, payouts and fees', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const sum = (list: readonly { cents: number }[]) => list.reduce((total, { cents }) => total + cents, 0);
      const lines = bankLines('1001', history);
      const own = lines.filter(({ text }) => !/^(?:SERVICE FEES|APP PAYMENT)/.test(text));
      assert.equal(
        sum(own),
        sum(history.collected) + sum(history.paidByClient) - sum(history.lateReturns) - sum(history.paidOut),
      );
      assert.ok(lines.every(({ date }, index) => index === 0 || date >= (lines[index - 1]?.date ?? '')));
    }),
  );
});

test('a month of the test clock is settled in the statement, which adds up in every format', async () => {
  await service.call('clientCreate', { ...client('K-1'), AccountNumber: 620_0000_1111 });
  await service.call('clientCreate', { ...client('K-2'), AccountNumber: 620_0000_0000 });
  const first = nextMonth(service.clock.today());
  await service.call(
    'mandateCreate',
    ['K-1', 'K-2'].map((number) => ({ ...mandate(service.clock.today(), number, 'A, "b"'), NumberOfInstalments: 3 })),
  );
  const token = await service.token('1001');
  await moveClock(token, '1001', addMonths(first, 2));
  const { records } = await service.call('transactionReport', {
    StartDate: `${first.slice(0, 7)}-01 00:00`,
    EndDate: `${addMonths(first, 2)} 23:59`,
  });
  const paid = records.find(({ Status }) => Status === 'PAID');
  assert.ok(paid?.TransactionDate && paid.Amount);

  const Month = paid.TransactionDate.slice(0, 7);
  for (const Format of Object.keys(formats)) {
    const answer = await statement({ Month, Format });
    assert.equal(answer.status, 200, Format);
    assert.match(answer.text, Format === 'mt940' ? /1234,56/ : /1234\.56/, Format);
  }
  const { text, type } = await statement({ Month, Format: 'fnb' });
  assert.equal(type, 'text/csv; charset=utf-8');
  const opening = toCents(Number(/Opening balance: ([-\d.]+)/.exec(text)?.[1])) ?? NaN;
  const rows = text
    .split('\r\n')
    .slice(3, -1)
    .map((row) => row.split(','));
  let balance = opening;
  for (const row of rows) {
    balance += toCents(Number(row[2])) ?? NaN;
    assert.equal(balance, toCents(Number(row.at(-2))), row.join());
  }
  assert.ok(rows.length > 0);
  const next = await statement({ Month: addMonths(`${Month}-01`, 1).slice(0, 7), Format: 'fnb' });
  assert.equal(toCents(Number(/Opening balance: ([-\d.]+)/.exec(next.text)?.[1])), balance);
});

test('disputed debits are lines of their own, and one of each month is netted with the settlement of its day', async () => {
  const merchant = '1003';
  await service.call('clientCreate', { ...client('PAYS'), AccountNumber: 620_0000_1111 }, { merchant });
  await service.call('clientCreate', { ...client('DISPUTES'), AccountNumber: 620_0000_3333 }, { merchant });
  const today = service.clock.today();
  // On every banking day something is settled that a return can be netted with.
  const weekly = [1, 2, 3, 4, 5, 6].flatMap((CollectionDay) =>
    ['PAYS', 'DISPUTES'].map((number) => ({
      ...mandate(today, number, `${number}-${CollectionDay}`),
      CollectionDay,
      FrequencyCode: 'WEEK',
      InstalmentAmount: number === 'PAYS' ? 1000 : 777.01,
      NumberOfInstalments: 6,
    })),
  );
  const created = await service.call('mandateCreate', weekly, { merchant });
  assert.equal(created.successful.length, weekly.length, created.text);
  const last = addMonths(`${today.slice(0, 7)}-01`, 4);
  const token = await service.token(merchant);
  await moveClock(token, merchant, last);
  const { records } = await service.call(
    'transactionReport',
    { StartDate: `${today} 00:00`, EndDate: `${last} 23:59` },
    { merchant },
  );
  const returns = records.filter(({ TransactionType }) => TransactionType === 'RETURN');
  assert.equal(returns.length, 36);
  assert.ok(returns.every(({ Status, Amount }) => Status === 'UNPAID' && Amount === 777.01));

  const months = [0, 1, 2, 3].map((n) => addMonths(`${today.slice(0, 7)}-01`, n).slice(0, 7));
  const texts = await Promise.all(months.map((Month) => statement({ Month, Format: 'fnb' }, merchant, token)));
  const rows = texts.flatMap(({ text }) => text.split('\r\n').slice(3, -1)).map((row) => row.split(','));
  const ofText = (text: string) =>
    rows.filter((row) => row[3] === text).map((row) => ({ date: row[0], cents: toCents(Number(row[2])) ?? NaN }));
  const lessThanPaid = ofText('DEBIT ORDER SETTLEMENT').map(({ date, cents }) => {
    const settled = records.filter(
      (it) =>
        it.Status === 'PAID' && settlementDay(it.TransactionDate?.slice(0, 10) ?? '') === date?.replaceAll('/', '-'),
    );
    return settled.reduce((sum, { Amount }) => sum + (toCents(Amount ?? NaN) ?? NaN), 0) - cents;
  });
  const alone = ofText('UNPAID DEBIT ORDER');
  const netted = lessThanPaid.filter((cents) => cents === 77_701);
  assert.ok(alone.every(({ cents }) => cents === -77_701));
  assert.equal(alone.length + netted.length, returns.length);
  assert.ok(netted.length > 0 && netted.length < months.length, String(lessThanPaid));
});

test('a statement needs a month and a known format, and is not there for others', async () => {
  for (const Month of ['2026-13', '9999-12'])
    assert.match((await statement({ Month, Format: 'fnb' })).text, /"Field":"Month"/);
  for (const Format of ['pdf', 'constructor']) {
    const answer = await statement({ Month: '2026-01', Format });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /"Field":"Format".*fnb/);
  }
  assert.equal((await statement({ Month: '2026-01', Format: 'fnb' }, '9999')).status, 404);
  assert.equal((await statement({ Month: '2026-01', Format: 'fnb' }, '1001', 'none')).status, 401);
});
