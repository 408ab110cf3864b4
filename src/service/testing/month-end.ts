import { createHash } from 'node:crypto';
import { lateReturnsOf } from '#answers/month/figures.ts';
import { manifestFormat, monthLine, type MonthManifest } from '#contract/month-end.ts';
import { addDays, addMonths, dateOf } from '#rules/calendar.ts';
import { centsOf, fromCents } from '#rules/money.ts';
import { saveProgram } from '#service/auth/users.ts';
import { tokenFrom, type TestService } from './app.ts';

/** The token of a program that reads and closes months. */
export async function closerOf({ database, origin }: Pick<TestService, 'database' | 'origin'>): Promise<string> {
  const secret = 'closes-months-only';
  await saveProgram(database.pool, {
    clientId: 'closer',
    name: 'Closer',
    secret,
    permissions: ['reports:read', 'close'],
    merchants: ['1001'],
  });
  return tokenFrom(origin, '1001', { clientId: 'closer', secret });
}

/** The manifest of a month computed from its report alone. */
export async function manifestOfReport(
  { call }: Pick<TestService, 'call'>,
  Month: string,
  Opening: number,
  Matched = 0,
): Promise<MonthManifest> {
  const [From, To] = [`${Month}-01`, addDays(addMonths(`${Month}-01`, 1), -1)];
  const range = { StartDate: `${From} 00:00`, EndDate: `${To} 23:59`, Product: 'EFT' };
  const { records } = await call('transactionReport', range);
  const rows = records.map((it) => ({
    TransactionDate: it.TransactionDate || null,
    ContractSequence: it.ContractSequence ?? null,
    ClientNumber: it.ClientNumber || null,
    ContractNumber: it.ContractNumber || null,
    TransactionType: it.TransactionType || null,
    Cents: centsOf(it.Amount) ?? Number.NaN,
    Status: it.Status || null,
  }));
  const sum = (isIn: (row: (typeof rows)[number]) => boolean) => ({
    Count: rows.filter(isIn).length,
    Cents: rows.filter(isIn).reduce((cents, row) => cents + row.Cents, 0),
  });
  const isOut = (row: (typeof rows)[number]) => row.TransactionType === 'PAYOUT';
  const isLate = (row: (typeof rows)[number]) => row.TransactionType === 'RETURN';
  const isPaid = (row: (typeof rows)[number]) => row.Status === 'PAID' && !isOut(row);
  const asRecord = (row: (typeof rows)[number]) => ({ ...row, Amount: fromCents(row.Cents) });
  const late = lateReturnsOf(rows.filter(isLate).map(asRecord), rows.filter(isPaid).map(asRecord));
  const earlier = late.filter((it) => it.isFromEarlier);
  const Collected = sum(isPaid);
  const AfterPayment = sum(isLate);
  const lines = new Map<string, typeof rows>();
  for (const row of rows) {
    const day = dateOf(row.TransactionDate ?? '');
    lines.set(day, [...(lines.get(day) ?? []), row]);
  }
  return {
    Format: manifestFormat,
    Merchant: '1001',
    Product: 'EFT',
    Month,
    From,
    To,
    Rows: rows.length,
    Figures: {
      Opening,
      Collected,
      Returned: sum((row) => row.Status === 'UNPAID' && !isOut(row)),
      AfterPayment,
      FromEarlier: { Count: earlier.length, Cents: earlier.reduce((cents, it) => cents + (it.cents ?? Number.NaN), 0) },
      PaidOut: sum((row) => row.Status === 'PAID' && isOut(row)),
      PayoutsUnpaid: sum((row) => row.Status === 'UNPAID' && isOut(row)),
      Matched,
      Closing: Opening + Collected.Cents - AfterPayment.Cents - Matched,
    },
    Days: [...lines]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([Day, list]) => ({
        Day,
        Count: list.length,
        Hash: createHash('sha256').update(list.map(monthLine).toSorted().join('\n')).digest('hex'),
      })),
    Files: [],
  };
}
