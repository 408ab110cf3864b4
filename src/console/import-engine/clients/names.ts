import { searchWords } from '#rules/search-text.ts';
import type { ColumnFields } from '../columns.ts';
import { unidentified } from '../rows.ts';
import type { Row } from '../summary.ts';
import type { Choice } from '../values.ts';

/** A client who is there. */
export interface KnownClient {
  number: string;
  name: string;
  /** The last digits of the account and of the cellphone number; never more of them. */
  account?: string;
  phone?: string;
}

/**
 * Clients of one name as they are offered, each with what tells them apart: `C00002 · Thandi Mokoena · account ending 4417`,
 * with the phone where two accounts end alike.
 */
function choicesOf(clients: readonly KnownClient[]): Choice[] {
  const isClear = new Set(clients.map(({ account }) => account)).size === clients.length;
  return clients.map(({ number, name, account, phone }) => {
    const ending = account && `account ending ${account}`;
    const phoneEnding = phone && (!isClear || !account) ? `phone ending ${phone}` : undefined;
    return { text: number, label: [number, name, ending, phoneEnding].filter(Boolean).join(' · ') };
  });
}

/** A name as it is compared: its words without accents and case, whatever their order. */
const keyOf = (name: string): string => searchWords(name).toSorted().join(' ');

/** More than these are not offered one by one. */
const maxChoices = 6;

/**
 * Finds the client number of rows that have a name instead. Only a name that exactly one client has fills the number in; of
 * several the person chooses, and nothing is taken for close enough.
 */
export class ClientNames {
  private readonly rows: readonly Row[];
  private nameAt = -1;
  private numberAt = -1;
  private byName = new Map<string, KnownClient[]>();
  /** Names as they are compared: rows are looked at after every change, and accents take long. */
  private readonly keys = new Map<string, string>();
  /** What was filled in here, so that another name finds another number. */
  private readonly filled = new WeakMap<Row, string>();

  constructor(rows: readonly Row[], columns: ColumnFields) {
    this.rows = rows;
    this.layOut(columns);
  }

  layOut(columns: ColumnFields): void {
    this.nameAt = columns.indexOf('ClientName');
    this.numberAt = columns.indexOf('ClientNumber');
  }

  know(clients: readonly KnownClient[]): void {
    this.byName = new Map();
    for (const client of clients) {
      const key = keyOf(client.name);
      const others = this.byName.get(key);
      if (others) others.push(client);
      else if (key !== '') this.byName.set(key, [client]);
    }
  }

  private nameOf({ cells }: Row): string {
    const name = cells[this.nameAt] ?? '';
    const key = this.keys.get(name) ?? keyOf(name);
    this.keys.set(name, key);
    return key;
  }

  private get isOn(): boolean {
    return this.byName.size > 0 && this.nameAt >= 0 && this.numberAt >= 0;
  }

  /** Gives rows the numbers that they should have by their names. @returns those that are other ones now */
  fill(): Row[] {
    if (!this.isOn) return [];
    return this.rows.filter((row) => {
      if (row.before || row.isOdd || (row.state !== 'unsent' && row.state !== 'refused')) return false;
      const { cells } = row;
      const now = (cells[this.numberAt] ?? '').trim();
      if (now !== '' && now !== this.filled.get(row)) return false;
      const found = this.byName.get(this.nameOf(row)) ?? [];
      const text = found.length === 1 ? (found[0]?.number ?? '') : '';
      this.filled.set(row, text);
      if (text === now) return false;
      while (cells.length <= this.numberAt) cells.push('');
      cells[this.numberAt] = text;
      return true;
    });
  }

  /** Says why rows have no client number in spite of their names. */
  findProblems(): void {
    if (!this.isOn) return;
    for (const row of this.rows) {
      const name = row.idle || row.isOdd ? '' : this.nameOf(row);
      if (name === '' || row.state !== 'unsent' || (row.cells[this.numberAt] ?? '').trim() !== '') continue;
      const found = this.byName.get(name) ?? [];
      const message = found.length > 1 ? 'Several clients have this name: choose one.' : 'No client has this name.';
      const choices = found.length > 1 ? { choices: choicesOf(found.slice(0, maxChoices)) } : {};
      row.problems = row.problems.filter((it) => it.fieldName !== 'ClientNumber' && it.message !== unidentified);
      row.problems.push({ fieldName: 'ClientNumber', message, isDuplicate: true, ...choices });
    }
  }
}
