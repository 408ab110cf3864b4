import { movedMoney } from '#rules/moved-money.ts';
import { sheetItemCents, dayIn, type SheetItem, type RowProblem } from './rows.ts';
import { isTaken, type SheetRow } from './summary.ts';

/** A debit or payment that is there already. */
export interface ExistingItem {
  sequence?: string | undefined;
  client?: string | undefined;
  /** A report may name it without its client: then any client's contract of this number may be meant. */
  contract?: string | undefined;
  day: string;
  /** Whole cents; undefined if it has no amount that can be read. */
  cents: number | undefined;
}

const nouns: Readonly<Record<string, string>> = {
  instalmentCreate: 'debit',
  omniInstalmentCreate: 'debit',
  payoutPaymentCreate: 'payment',
};

/** Of the rows' items, by which an earlier one is found. */
interface Sought {
  contracts: string[];
  day: string;
  cents: number | undefined;
}

const bySequence = (sequence: unknown) => `s\n${String(sequence)}`;
const byNumbers = (client: unknown, contract: unknown) => `n\n${String(client)}\n${String(contract)}`;
const byContract = (contract: unknown) => `c\n${String(contract)}`;

function soughtBy(item: SheetItem): Sought | undefined {
  const { ContractSequence, ClientNumber, ContractNumber } = item;
  const day = dayIn(item)?.slice(0, 10);
  if (day === undefined || (ContractSequence ?? ContractNumber) == null) return undefined;
  const contracts =
    ContractSequence == null
      ? [byNumbers(ClientNumber, ContractNumber), byContract(ContractNumber)]
      : [bySequence(ContractSequence)];
  return { contracts, day, cents: sheetItemCents(item) };
}

const contractsOf = ({ sequence, client, contract }: ExistingItem): string[] => [
  ...(sequence === undefined ? [] : [bySequence(sequence)]),
  ...(contract === undefined ? [] : [client === undefined ? byContract(contract) : byNumbers(client, contract)]),
];

/**
 * Debits and payments that are there already, or that an earlier import has sent: a second one moves the money twice, and a
 * service accepts it. Their rows wait until a person allows or excludes them.
 */
export class Existing {
  private readonly rows: readonly SheetRow[];
  private readonly operation: string;
  private readonly noun: string | undefined;
  private readonly onChange: () => void;
  /** How many there are, by contract, day and amount. */
  private counts = new Map<string, number>();
  private days = new Set<string>();
  /** The sequences and numbers of their contracts: of 100,000 rows, most are decided by these. */
  private contracts = new Set<string>();
  /** By which import rows were sent before; a changed row has a new item. */
  private sent = new WeakMap<SheetItem, string>();
  private hasSent = false;
  private readonly allowed = new WeakSet<SheetItem>();

  /** @param onChange called when problems must be found again */
  constructor(rows: readonly SheetRow[], operation: string, onChange: () => void) {
    this.rows = rows;
    this.operation = operation;
    this.noun = nouns[operation];
    this.onChange = onChange;
  }

  private *unsent(
    isMeant: (item: SheetItem) => boolean = () => true,
  ): Generator<{ row: SheetRow; at: number; sought: Sought }> {
    if (this.noun === undefined) return;
    for (const [at, row] of this.rows.entries()) {
      const isOpen = row.state === 'unsent' && !row.idle && row.problems.every((it) => it.isWarning || it.isDuplicate);
      const sought = isOpen && isMeant(row.item) ? soughtBy(row.item) : undefined;
      if (sought) yield { row, at, sought };
    }
  }

  /** The days of the rows that can be sent; undefined if none can be there already. */
  range(): { from: string; to: string } | undefined {
    let found: { from: string; to: string } | undefined;
    for (const { sought } of this.unsent()) {
      const { day } = sought;
      found = {
        from: found && found.from < day ? found.from : day,
        to: found && found.to > day ? found.to : day,
      };
    }
    return found;
  }

  /** The sequences of items that may be a row's, but lack the client's number. */
  unnumbered(items: readonly ExistingItem[]): string[] {
    const wanted = new Set<string>();
    for (const { sought } of this.unsent()) for (const it of sought.contracts) wanted.add(`${it}\n${sought.day}`);
    return items.flatMap(({ sequence, client, contract, day }) =>
      sequence !== undefined && client === undefined && wanted.has(`${byContract(contract)}\n${day}`) ? [sequence] : [],
    );
  }

  /** @param sent by earlier imports: the row, and what to say of it */
  know(items: readonly ExistingItem[], sent: readonly { at: number; by: string }[]): void {
    this.counts = new Map();
    this.days = new Set();
    this.contracts = new Set(items.flatMap(({ sequence, contract }) => [sequence ?? '', contract ?? '']));
    for (const item of items)
      for (const contract of contractsOf(item)) {
        const day = `${contract}\n${item.day}`;
        this.days.add(day);
        const key = `${day}\n${item.cents}`;
        this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
      }
    this.hasSent = sent.length > 0;
    this.sent = new WeakMap(
      sent.flatMap(({ at, by }) => {
        const row = this.rows[at];
        return row ? [[row.item, by] as const] : [];
      }),
    );
    this.onChange();
  }

  /** What rows that can be sent would do (`movedMoney`), at most as many as given. */
  texts(most: number): { at: number; text: string }[] {
    const found: { at: number; text: string }[] = [];
    for (const [at, row] of this.rows.entries()) {
      if (found.length === most) break;
      const text = row.state === 'unsent' && !row.idle ? movedMoney(this.operation, row.item) : undefined;
      if (text !== undefined) found.push({ at, text });
    }
    return found;
  }

  /** The person sends them all the same, or not; a row that is changed is asked about again. */
  allow(rows: readonly SheetRow[], isAllowed: boolean): void {
    for (const { item, problems } of rows)
      if (problems.some((it) => it.isAllowable)) this.allowed[isAllowed ? 'add' : 'delete'](item);
    this.onChange();
  }

  findProblems(): void {
    const { noun } = this;
    if (noun === undefined || (this.days.size === 0 && !this.hasSent)) return;
    // What this import has added is there, too.
    const own = new Map<string, number>();
    const isMeant = (item: SheetItem) =>
      this.contracts.has(String(item.ContractSequence ?? item.ContractNumber)) || this.sent.has(item);
    for (const { state, item } of this.rows) {
      const sought = isTaken(state) && isMeant(item) ? soughtBy(item) : undefined;
      for (const contract of sought?.contracts ?? []) {
        const key = `${contract}\n${sought?.day}\n${sought?.cents}`;
        own.set(key, (own.get(key) ?? 0) + 1);
      }
    }
    const shared = new Map<string, RowProblem>();
    const shareable = (problem: RowProblem): RowProblem => {
      const known = shared.get(problem.message) ?? problem;
      shared.set(problem.message, known);
      return known;
    };
    const problemOf = (message: string, item: SheetItem) => {
      const isAllowed = this.allowed.has(item);
      const text = isAllowed ? `${message} It is sent all the same.` : message;
      return shareable({ message: text, isWarning: isAllowed, isDuplicate: true, isAllowable: true });
    };
    for (const { row, sought } of this.unsent(isMeant)) {
      const days = sought.contracts.map((it) => `${it}\n${sought.day}`);
      const keys = days.map((it) => `${it}\n${sought.cents}`);
      const by = this.sent.get(row.item);
      let problem: RowProblem | undefined;
      if (keys.some((it) => (this.counts.get(it) ?? 0) > (own.get(it) ?? 0)))
        problem = problemOf(`The contract already has a ${noun} of that day and amount.`, row.item);
      else if (by !== undefined) problem = problemOf(by, row.item);
      else if (days.some((it) => this.days.has(it)) && !keys.some((it) => own.has(it)))
        problem = shareable({
          message: `The contract already has a ${noun} on that day, of another amount.`,
          isWarning: true,
          isDuplicate: true,
        });
      if (problem) row.problems = [...row.problems, problem];
    }
  }
}
