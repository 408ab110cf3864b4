import { isLoggedStatus } from '#answers/change-log.ts';
import type { CallRecord } from '#console/api/call-log.ts';
import type { RecordApproval } from '#contract/approvals.ts';
import type { Note } from '#contract/notes.ts';
import type { LooseOutput } from '#contract/operations.ts';
import type { PaymentPromise } from '#contract/promises.ts';
import type { SentMessageRecord } from '#contract/sent-messages.ts';
import { loggedAuthor, type ChangeAuthor, type LoggedChange } from './authors.ts';

type MandateChange = LooseOutput<'mandateChangeReport'>;
type ContractChange = LooseOutput<'contractChangeReport'>;
export type Transaction = LooseOutput<'transactionReport'>;

export interface Line {
  field: string;
  old: string;
  next: string;
}

/**
 * An event of a contract. Changes of one kind, minute and person are one event, because reports do not name calls. `by`
 * is '' if unknown.
 */
export type Event =
  | { kind: 'change'; at: string; type: string; by: string; isAtProvider?: boolean; lines: Line[] }
  | { kind: 'transaction'; at: string; transaction: Transaction }
  /** A write from this console, with what reports lack: a refusal, the call's number. */
  | { kind: 'here'; at: string; call: CallRecord }
  | { kind: 'message'; at: string; message: SentMessageRecord }
  /** What people noted, and what the client promised; on a client's timeline with its contract. */
  | { kind: 'note'; at: string; note: Note; contract: string | null }
  | { kind: 'promise'; at: string; promise: PaymentPromise; contract: string | null }
  /** What needs a second person: decided then, or prepared and still waiting; on a client's timeline with its contract. */
  | { kind: 'approval'; at: string; approval: RecordApproval; contract: string | null };

const isStatus = ({ field }: Line) => isLoggedStatus(field);

/**
 * Merges the reports of one contract, newest first. A mandate's contract is in both change reports: a line in both is
 * shown once, a repeated line within one report stays.
 */
export function mergeEvents(reports: {
  mandate?: readonly MandateChange[];
  contract?: readonly ContractChange[];
  transactions?: readonly Transaction[];
  others?: readonly Event[];
  authorOf?: (change: LoggedChange) => ChangeAuthor;
}): Event[] {
  const { authorOf = loggedAuthor } = reports;
  const groups = new Map<string, Extract<Event, { kind: 'change' }>>();
  const counts = new Map<string, number>();

  for (const [from, changes] of [reports.mandate ?? [], reports.contract ?? []].entries())
    for (const it of changes) {
      const at = it.ChangeDate ?? '';
      const type = it.ChangeType ?? '';
      const line: Line = { field: it.FieldChanged ?? '', old: it.OldValue ?? '', next: it.NewValue ?? '' };
      const key = JSON.stringify([at, type, { ...line, field: isStatus(line) ? 'Status' : line.field }]);
      if (from === 0) counts.set(key, (counts.get(key) ?? 0) + 1);
      else {
        const left = counts.get(key) ?? 0;
        counts.set(key, left - 1);
        if (left > 0) continue;
      }
      const author = authorOf(it);
      const name = JSON.stringify([at, type, author]);
      const group = groups.get(name) ?? { kind: 'change', at, type, ...author, lines: [] };
      group.lines.push(line);
      groups.set(name, group);
    }

  const transactions = (reports.transactions ?? []).map((transaction): Event => ({
    kind: 'transaction',
    at: transaction.TransactionDate ?? '',
    transaction,
  }));
  // Reports are ascending; reversing before a stable sort puts the later of one minute first.
  return [...groups.values(), ...transactions, ...(reports.others ?? [])]
    .toReversed()
    .toSorted((one, other) => compare(other.at, one.at));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The newest logged status, for contracts whose retrieve returns none. */
export const latestStatus = (events: readonly Event[]): string | undefined =>
  events.flatMap((event) => (event.kind === 'change' ? event.lines : [])).find(isStatus)?.next;
