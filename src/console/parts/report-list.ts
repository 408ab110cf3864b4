import { fieldOf } from '../../contract/fields.ts';
import { operations } from '../../contract/operations.ts';

/** The reports that are offered, by their name in the address. The others join the list once the service has them. */
export const reportNames = {
  transactions: 'transactionReport',
  'mandate-changes': 'mandateChangeReport',
  'contract-changes': 'contractChangeReport',
} as const;

export type ReportName = keyof typeof reportNames;
export type Report = (typeof reportNames)[ReportName];

export const isReportName = (name: string | undefined): name is ReportName =>
  name !== undefined && Object.hasOwn(reportNames, name);

/** Words of a report's query that are set by the page itself and so are no filters. */
const own: readonly string[] = ['StartDate', 'EndDate', 'Product'];

const identification: readonly string[] = ['ClientNumber', 'ContractNumber', 'ContractSequence'];

/** When, whose, how much, what became of it; the rest as the contract lists it. What is asked for first stays in sight. */
function rank(word: string): number {
  const kind = fieldOf(word)?.input;
  if (kind === 'dateTime' || kind === 'date') return 0;
  if (identification.includes(word)) return 1;
  if (kind === 'amount') return 2;
  return word === 'Status' ? 3 : 4;
}

/** What the contract says about a report's page: its filters, its columns, and the form of its range. */
export function reportOf(name: ReportName) {
  const operation = operations[reportNames[name]];
  const input: Record<string, { safeParse(value: unknown): { success: boolean } }> = operation.input.shape;
  return {
    operation: operation.name,
    title: operation.summary,
    filters: Object.keys(input).filter((word) => !own.includes(word)),
    columns: Object.keys(operation.output.shape).toSorted((one, other) => rank(one) - rank(other)),
    /** Whether the product is a word of the query instead of a segment of the path. */
    takesProduct: 'Product' in input,
    // The omni reports take plain dates, the others date-times (interface, Reports); the schema knows which.
    kind: input.StartDate?.safeParse('2026-01-01').success ? ('date' as const) : ('dateTime' as const),
  };
}
