import type { MessageStatus } from './messages.ts';

/**
 * To whom of a merchant's clients messages went, about what and by whom: calls of this service's own, kept here also in front of a
 * provider. The interface lists no messages, and a message itself names a telephone only.
 */

/** Said before it is sent, so that none leaves without it. */
export interface SentMessageDraft {
  MessageId: string;
  /** None for a number that was typed. */
  ClientNumber?: string | undefined;
  /** What it is about, if that is one contract. */
  ContractNumber?: string | undefined;
  /** The debit of that contract which it is about. */
  InstalmentSequence?: number | undefined;
  /** The day on which it says that the debit is due: a message that waits goes only while it is. */
  InstalmentActionDate?: string | undefined;
  /** The amount that it says. */
  InstalmentAmount?: number | undefined;
  Template: string;
  /** The last four digits of the telephone's number. */
  ToEnd: string;
}

export interface SentMessageDrafts {
  /** The one that sends them; the merchant is one of its own. */
  Organisation: string;
  Messages: SentMessageDraft[];
}

export interface SentMessageRecord {
  MessageId: string;
  ClientNumber: string | null;
  ContractNumber: string | null;
  InstalmentSequence: number | null;
  Template: string;
  ToEnd: string;
  /** The name of who sent it. */
  By: string;
  /** By the service's wall clock: `2026-12-01 08:00`. */
  At: string;
  /** Its status; null while that is not known. */
  Status: Partial<MessageStatus> | null;
  /** When its end was reported. */
  ReportedAt: string | null;
  /** The beginning of a report of a shape that the service does not know; numbers as bullets and their last four digits. */
  Text: string | null;
}

export interface SentMessageList {
  /** The last ones first. */
  Messages: SentMessageRecord[];
  /** Whether there are older ones. */
  IsPartial: boolean;
}

/** Messages that wait until they may go, and shall not go. */
export interface MessagesToTakeBack {
  Messages: string[];
}

export interface TakenBack {
  /** Those that had not gone. */
  TakenBack: string[];
}

/** A debit whose payer may have been notified of it. */
export interface ToldDebit {
  ClientNumber: string;
  ContractNumber: string;
  InstalmentSequence: number;
}

export interface ToldQuestion {
  Debits: ToldDebit[];
}

export interface ToldList {
  /** Those of which a message went that was not refused and did not fail. */
  Told: ToldDebit[];
}

export const mostToldDebits = 2000;

/** Of one answer. */
export const mostSentMessages = 200;
