import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { wilson } from '../src/console/model/interval.ts';
import { addDays, addMonths, daysBetween } from '../src/rules/calendar.ts';
import { toCents } from '../src/rules/money.ts';
import { readWorkbook } from '../src/sheet-engine/workbook.ts';
import { expect, test } from './fixtures.ts';
import { serviceOf, type Json } from './service.ts';
import { today } from './test-data.ts';

const centsOf = (cell: unknown): number => toCents(Number(cell)) ?? NaN;
const sumOf = (rows: readonly Json[], field = 'Amount') => rows.reduce((sum, it) => sum + centsOf(it[field]), 0);
/** A number and an amount, as two cells of a sheet. */
const both = (rows: readonly Json[], field = 'Amount'): [number, number] => [rows.length, sumOf(rows, field)];
const dayOf = (value: unknown) => String(value).slice(0, 10);
const isPayout = (it: Json) => it.TransactionType === 'PAYOUT';
const isLate = (it: Json) => it.TransactionType === 'RETURN';
const has =
  (status: string, payout = false) =>
  (it: Json) =>
    it.Status === status && isPayout(it) === payout;

test(
  'every sheet of a month’s pack has the figures of the service’s records',
  { tag: '@long' },
  async ({ page, request, signInAs }) => {
    test.setTimeout(180_000);
    const month = addMonths(today(), -1).slice(0, 7);
    const [from, to] = [`${month}-01`, addDays(addMonths(`${month}-01`, 1), -1)];
    const service = await serviceOf(request, '1001');
    const transactions = (start: string) =>
      service.report('transactions_report', {
        StartDate: `${start} 00:00`,
        EndDate: `${to} 23:59`,
        Product: 'EFT',
      });
    const rows = await transactions(from);
    const year = await transactions(addMonths(to, -12));
    const changed = await service.report('omni/instalment_changes_report/EFT', {
      StartDate: from,
      EndDate: [addDays(to, 7), today()].toSorted()[0] ?? '',
    });
    // What the sample data must have for this test to say anything.
    expect(rows.some(isLate)).toBe(true);
    expect(rows.some(isPayout)).toBe(true);

    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.goto(`/m/1001/EFT/month-end?month=${month}&step=pack`);
    await signInAs('finance');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the pack' }).click();
    const files = unzipSync(await readFile(await (await coming).path()));
    const { sheets } = await readWorkbook(new Uint8Array(files['month.xlsx'] ?? []));
    /** The cells of a sheet below its titles. */
    const cellsOf = (name: string) => {
      const sheet = sheets.find((it) => it.name === name);
      expect(sheet, name).toBeDefined();
      return sheet?.rows.slice(1) ?? [];
    };
    /** Number and amount, number and amount … from a position. */
    const pairs = (row: readonly (string | undefined)[], start = 1, end = row.length) =>
      row.slice(start, end).map((cell, at) => (at % 2 === 0 ? Number(cell) : centsOf(cell)));

    const late = rows.filter(isLate);
    const [collected, returned] = [rows.filter(has('PAID')), rows.filter(has('UNPAID'))];
    await test.step('Summary', async () => {
      const earlier = late.filter(
        (it) =>
          !collected.some(
            (paid) =>
              paid.ContractSequence === it.ContractSequence &&
              paid.Amount === it.Amount &&
              String(paid.TransactionDate) < String(it.TransactionDate),
          ),
      );
      const lines = new Map(cellsOf('Summary').map(([label = '', count, amount]) => [label, [count, amount]]));
      const line = (label: string) => [Number(lines.get(label)?.[0]), centsOf(lines.get(label)?.[1])];
      expect(line('+ Collected')).toEqual(both(collected));
      expect(line('− Returned after payment')).toEqual(both(late));
      expect(line('Returned')).toEqual(both(returned));
      expect(line('Returned from earlier months')).toEqual(both(earlier));
      expect(line('Paid out')).toEqual(both(rows.filter(has('PAID', true))));
      expect(line('Payouts failed')).toEqual(both(rows.filter(has('UNPAID', true))));
      const [, opening = NaN] = line('Opening, in transit');
      // Only where lines of the bank are matched.
      const matched = lines.has('− Matched to the bank') ? (line('− Matched to the bank')[1] ?? NaN) : 0;
      expect(line('= Closing, in transit, carried forward')[1]).toBe(
        opening + sumOf(collected) - sumOf(late) - matched,
      );
    });

    await test.step('By day', async () => {
      const figures = (list: readonly Json[]) =>
        [has('PAID'), has('UNPAID'), isLate, has('PAID', true), has('UNPAID', true)].flatMap((isIn) =>
          both(list.filter(isIn)),
        );
      const cells = cellsOf('By day');
      expect(cells).toHaveLength(daysBetween(from, to) + 2);
      for (const row of cells) {
        const day = row[0] ?? '';
        expect(pairs(row), day).toEqual(
          figures(day === 'Total' ? rows : rows.filter((it) => dayOf(it.TransactionDate) === day)),
        );
      }
    });

    await test.step('By contract', async () => {
      const inMonth = changed.filter((it) => {
        const day = dayOf(it.InstalmentActionDate);
        return day >= from && day <= to;
      });
      const cells = cellsOf('By contract');
      const debits = rows.filter((it) => !isPayout(it));
      const contracts = new Set([...inMonth, ...debits].map((it) => String(it.ContractSequence)));
      expect(new Set(cells.map(([sequence]) => sequence))).toEqual(contracts);
      for (const row of cells) {
        const of = (it: Json) => String(it.ContractSequence) === row[0];
        const due = inMonth.filter((it) => of(it) && it.InstalmentStatus !== 'CANCELLED');
        const [paid, unpaid, after] = [collected, returned, late].map((list) => list.filter(of)) as [
          Json[],
          Json[],
          Json[],
        ];
        const open = due.filter((it) => !['PAID', 'UNPAID'].includes(String(it.InstalmentStatus)));
        expect(pairs(row, 3, 13), row[0]).toEqual([
          ...both(due, 'InstalmentAmount'),
          ...both(paid),
          ...both(unpaid),
          ...both(after),
          ...both(open, 'InstalmentAmount'),
        ]);
        expect(centsOf(row[13])).toBe(sumOf(due, 'InstalmentAmount') - sumOf(paid) + sumOf(after));
      }
    });

    await test.step('Returned by reason', async () => {
      const explained = changed.filter((it) => {
        const day = dayOf(it.LastUpdateDate);
        return it.InstalmentStatus === 'UNPAID' && day >= from && day <= to;
      });
      const cells = cellsOf('Returned by reason');
      for (const row of cells) {
        const ofCode = explained.filter((it) => it.InstalmentResult === row[0]);
        if (row[0]) expect(pairs(row, 2), row[0]).toEqual(both(ofCode, 'InstalmentAmount'));
      }
      expect(cells.some(([code]) => code === '30')).toBe(true);
      const total = cells.map((row) => pairs(row, 2));
      const sum = total.pop();
      expect([0, 1].map((at) => total.reduce((all, it) => all + (it[at] ?? NaN), 0))).toEqual(sum);
      expect(sum).toEqual(both(returned));
    });

    await test.step('Ageing', async () => {
      const unpaid = year.filter(has('UNPAID'));
      const lastPaid = new Map<unknown, string>();
      for (const it of year.filter(has('PAID'))) {
        const day = dayOf(it.TransactionDate);
        if (day > (lastPaid.get(it.ContractSequence) ?? '')) lastPaid.set(it.ContractSequence, day);
      }
      const figures = (list: readonly Json[]) => [
        ...both(list),
        ...both(list.filter((it) => (lastPaid.get(it.ContractSequence) ?? '') >= dayOf(it.TransactionDate))),
      ];
      const aged = [0, 30, 60, 90, 120].map((least, at, all) =>
        unpaid.filter((it) => {
          const days = daysBetween(dayOf(it.TransactionDate), to);
          return days >= least && days < (all[at + 1] ?? Infinity);
        }),
      );
      expect(cellsOf('Ageing').map((row) => pairs(row))).toEqual([...aged, unpaid].map(figures));
    });

    await test.step('Rates by collection day', async () => {
      const decided = changed.filter((it) => ['PAID', 'UNPAID'].includes(String(it.InstalmentStatus)));
      const days = [...new Set(decided.map((it) => dayOf(it.InstalmentActionDate)))]
        .filter((day) => day >= from && day <= to)
        .toSorted();
      const cells = cellsOf('Rates by collection day').slice(0, -1);
      expect(cells.map(([day]) => day)).toEqual(days);
      for (const [day = '', ...row] of cells) {
        const ofDay = decided.filter((it) => dayOf(it.InstalmentActionDate) === day);
        const paid = ofDay.filter((it) => it.InstalmentStatus === 'PAID').length;
        expect(row.slice(0, 3).map(Number), day).toEqual([ofDay.length, paid, ofDay.length - paid]);
        const { low, high } = wilson(paid, ofDay.length);
        const tenths = [paid / ofDay.length, low, high].map((share) => Math.round(share * 1000) / 10);
        expect(row.slice(3).filter(Boolean).map(Number), day).toEqual(ofDay.length < 100 ? [] : tenths);
      }
    });

    await test.step('Payouts', async () => {
      const cells = cellsOf('Payouts');
      const payouts = rows.filter(isPayout);
      const expected = [...new Set(payouts.map(keyOfPayout))].map((key) => [
        key,
        ...both(payouts.filter((it) => keyOfPayout(it) === key)),
      ]);
      expect(cells.map((row) => [...row.slice(0, 5), ...pairs(row, 5)].join()).toSorted()).toEqual(
        expected.map((row) => row.join()).toSorted(),
      );
    });
  },
);

const keyOfPayout = (it: Json): string =>
  [it.TransactionDate, it.ClientNumber, it.ContractNumber, it.ContractSequence, it.Status].join();
