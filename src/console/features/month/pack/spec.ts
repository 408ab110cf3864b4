import type { WorkbookSheet } from '#console/report-engine/export/workbook.ts';
import type { ReportSpec } from '#console/report-engine/protocol.ts';
import type { MonthDifference, MonthManifest } from '#contract/month-end.ts';
import type { DateText } from '#rules/calendar.ts';
import type { Accounts, BankMove } from './journal.ts';

type Part = Omit<ReportSpec, 'token'>;

/** Rows of a sheet that the page already has. */
export interface ExtraSheet extends WorkbookSheet {
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
  moves: readonly BankMove[];
  transactions: Part;
  /** Transactions of the months before, for the ages of returned debits. */
  history: Part;
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

export type ToPackWorker =
  | { is: 'build'; spec: PackSpec }
  | { is: 'compare'; spec: CompareSpec }
  /** Without token: the session has ended. */
  | { is: 'token'; id: number; token?: string }
  /** The file took a piece. */
  | { is: 'written' }
  /** The manifest's signature; null for a pack without one. */
  | { is: 'signed'; signature: string | null };

export type FromPackWorker =
  | { is: 'token'; id: number; refused?: string }
  | { is: 'progress'; text: string }
  | { is: 'manifest'; manifest: MonthManifest }
  | { is: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { is: 'done'; bytes: number }
  | { is: 'compared'; differences: MonthDifference[]; count: number }
  | { is: 'fault'; message: string };
