import type { ReportName } from '#console/domain/collections/report-list.ts';

/**
 * Reports to begin with. `query` is what the address of a report has after its `?`, with a range by name, so that it follows the
 * calendar.
 */
export const readyMade: readonly { title: string; report: ReportName; query: string }[] = [
  {
    title: 'Unpaid last month, by reason and client',
    report: 'transactions',
    query:
      'range=last-month&where=TransactionType:means:debit,return&where=Status:oneOf:UNPAID&group=InstalmentResult,ClientNumber',
  },
  {
    title: 'Last month, by day and status',
    report: 'transactions',
    query: 'range=last-month&group=TransactionDate.day,Status',
  },
  {
    title: 'Collected by client this month',
    report: 'transactions',
    query: 'range=this-month&where=TransactionType:means:debit,return&where=Status:oneOf:PAID&group=ClientNumber',
  },
  {
    title: 'Expected in the next 30 days, by day',
    report: 'future-transactions',
    query: 'range=next-30-days&group=InstalmentActionDate.day',
  },
];
