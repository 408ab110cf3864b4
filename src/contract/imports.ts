import type { Fault } from './operation.ts';
import type { OperationName } from './operations.ts';

/** Imports as the server has them: calls of this service's own (docs/decisions.md, 47). */

/** What the calls of one piece of work say of it in their headers: which rows they have, where it is an import of a file. */
export interface Imported {
  id: string;
  /** `2-501,503/1200` */
  rows?: string;
  fileName?: string;
  /** No more calls of it come. */
  isEnd?: boolean;
}

/** The rows of an import, counted. What is in none of the four was not sent. */
export interface ImportRecord {
  ImportId: string;
  Operation: OperationName;
  FileName: string;
  Rows: number;
  Accepted: number;
  Refused: number;
  /** Given to a second person. */
  Waiting: number;
  /** Sent, and without an outcome so far. */
  Unknown: number;
  /** The name of who imported. */
  By: string;
  /** When its last call was answered, by the service's wall clock: `2026-12-01 08:00`. */
  At: string;
}

export interface ImportList {
  /** The last ones first. */
  Imports: ImportRecord[];
}

export interface RefusedRow {
  /** As its sheet counts them, from 1. */
  Row: number;
  /** Long numbers as bullets and their last four digits. */
  Reasons: Fault[];
}

export interface ImportView extends ImportRecord {
  RefusedRows: RefusedRow[];
  UnknownRows: number[];
}

export interface SentBeforeQuestion {
  /** The import that asks. */
  Import: string;
  /** What its rows would do, as `movedMoney` writes it. */
  Items: string[];
}

export interface SentBeforeList {
  /** Positions in `Items`, and when another import sent the same. */
  Sent: { Item: number; At: string }[];
}
