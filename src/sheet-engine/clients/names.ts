import { searchWords } from '#rules/search-text.ts';
import type { ColumnFields } from '../columns.ts';
import { unidentifiedRow } from '../rows.ts';
import type { SheetRow } from '../summary.ts';
import type { CodeChoice } from '../values.ts';

export interface KnownClient {
  number: string;
  name: string;
  /** Last digits only. */
  account?: string;
  phone?: string;
}

/**
 * Choices among clients of one name: `C00002 · Thandi Mokoena · account ending 4417`, with the phone if accounts end
 * alike.
 */
function choicesOf(clients: readonly KnownClient[]): CodeChoice[] {
  const isClear = new Set(clients.map(({ account }) => account)).size === clients.length;
  return clients.map(({ number, name, account, phone }) => {
    const ending = account && `account ending ${account}`;
    const phoneEnding = phone && (!isClear || !account) ? `phone ending ${phone}` : undefined;
    return { text: number, label: [number, name, ending, phoneEnding].filter(Boolean).join(' · ') };
  });
}

/** Words without accents and case, in any order. */
const keyOf = (name: string): string => searchWords(name).toSorted().join(' ');

const maxChoices = 6;

/**
 * Finds client numbers by name. Only a full match with exactly one client fills the number in; among several the person
 * chooses.
 */
export class ClientNames {
  private readonly rows: readonly SheetRow[];
  private nameAt = -1;
  private numberAt = -1;
  private byName = new Map<string, KnownClient[]>();
  /** Cached: rows are compared after every change, and removing accents is slow. */
  private readonly keys = new Map<string, string>();
  /** Numbers filled in here, so that another name replaces them. */
  private readonly filled = new WeakMap<SheetRow, string>();

  constructor(rows: readonly SheetRow[], columns: ColumnFields) {
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

  private nameOf({ cells }: SheetRow): string {
    const name = cells[this.nameAt] ?? '';
    const key = this.keys.get(name) ?? keyOf(name);
    this.keys.set(name, key);
    return key;
  }

  private get isOn(): boolean {
    return this.byName.size > 0 && this.nameAt >= 0 && this.numberAt >= 0;
  }

  /** @returns the changed rows */
  fill(): SheetRow[] {
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

  findProblems(): void {
    if (!this.isOn) return;
    for (const row of this.rows) {
      const name = row.idle || row.isOdd ? '' : this.nameOf(row);
      if (name === '' || row.state !== 'unsent' || (row.cells[this.numberAt] ?? '').trim() !== '') continue;
      const found = this.byName.get(name) ?? [];
      const message = found.length > 1 ? 'Several clients have this name: choose one.' : 'No client has this name.';
      const choices = found.length > 1 ? { choices: choicesOf(found.slice(0, maxChoices)) } : {};
      row.problems = row.problems.filter((it) => it.fieldName !== 'ClientNumber' && it.message !== unidentifiedRow);
      row.problems.push({ fieldName: 'ClientNumber', message, isDuplicate: true, ...choices });
    }
  }
}
