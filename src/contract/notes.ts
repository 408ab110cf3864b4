/**
 * What people of a merchant note about a client, a contract or one of its debits: calls of this service's own, kept here also in front
 * of a provider.
 */

/** Of all parts of a record whose notes are read together: a client's are those of its contracts and debits, too. */
export interface Note {
  /** Chosen by who writes it, so that a note that is sent twice is one. */
  NoteId: string;
  ClientNumber: string;
  /** Of the contract that it is about. */
  ContractSequence: number | null;
  /** The same contract, as people call it. */
  ContractNumber: string | null;
  /** Of the debit that it is about, in that contract. */
  InstalmentSequence: number | null;
  Text: string;
  /** The name of who wrote it. */
  By: string;
  /** By the service's wall clock: `2026-12-01 08:00`. */
  At: string;
  /** Whether this caller may remove it. */
  MayRemove: boolean;
}

export interface NoteList {
  /** The last ones first. */
  Notes: Note[];
}

export interface NoteDraft {
  NoteId: string;
  ClientNumber: string;
  ContractSequence?: number | undefined;
  ContractNumber?: string | undefined;
  InstalmentSequence?: number | undefined;
  Text: string;
}

export interface NoteSearch {
  /** Words that all are in the note, or begin in it. */
  Text: string;
}

/** Of one search. */
export const mostFoundNotes = 8;

export const longestNote = 1000;
/** Of a client. More are no notes any more, and the list stays short enough to be read as a whole. */
export const mostNotes = 200;
