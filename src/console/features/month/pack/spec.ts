import type { TokenSource } from '#console/api/auth.ts';
import type { MonthManifest } from '#contract/month-end.ts';
import type { WorkbookTable } from '#report-engine/export/workbook.ts';
import type { ReportSpec } from '#report-engine/protocol.ts';
import type { DateText } from '#rules/calendar.ts';
import type { Accounts, BankMove } from './journal.ts';

type Part = Omit<ReportSpec, 'token'>;

/** Rows of a sheet that the page already has. */
export interface ExtraSheet extends WorkbookTable {
  rows: readonly (readonly (string | number | { cents: number } | null)[])[];
}

/** What a pack is made of. The worker reads the reports itself. */
export interface PackSpec {
  merchant: string;
  merchantName: string;
  product: string;
  month: string;
  from: DateText;
  to: DateText;
  /** Whole cents. */
  opening: number;
  openingNote: string;
  matched: number;
  /** Whose matches the service adds up to `matched`; undefined if it does not check it. */
  bankAccounts?: string[] | undefined;
  moves: readonly BankMove[];
  transactions: Part;
  /** Transactions up to the end of the month, for the ages of unpaid debits. */
  history: Part;
  /** The day of the bank line that settled an unpaid debit, by item. */
  settled: ReadonlyMap<string, DateText>;
  instalments: Part;
  /** Labels of return reasons by code. */
  reasons: Readonly<Record<string, string>>;
  accounts: Accounts;
  sheets: readonly ExtraSheet[];
  /** Of the embedded typeface. */
  fontUrl: string;
}

/** An old pack, and the reports that it is compared with. */
export interface CompareSpec {
  pack: Blob;
  transactions: Part;
  /** From the day after the month up to today, for debits returned since; undefined if there is none. */
  later?: Part;
}

/** What the page does for the worker. */
export interface PackPage {
  token: TokenSource;
  said(text: string): void;
  /** Called with the manifest before the file is written; rejecting leaves no file. Null is no signature. */
  sign(manifest: MonthManifest): Promise<string | null>;
  write(bytes: Uint8Array): Promise<void>;
}
