/**
 * Who follows up a client, and when next: calls of this service's own, kept here also in front of a provider. A client has one person at
 * most, so that two never chase the same one.
 */
export interface Assignment {
  ClientNumber: string;
  /** Null where no person has it, or who had it may not sign in for this merchant any more. */
  To: { Username: string; Name: string; IsMe: boolean } | null;
  /** The name of who had it and may not sign in any more. */
  Former: string | null;
  /** By the service's wall clock: `2026-12-01 08:00`. */
  Since: string;
  /** The name of who gave it to them; null where they took it. */
  GivenBy: string | null;
  /** The day of the next step: `2026-12-01`. */
  FollowUp: string | null;
  NextStep: string | null;
  /** When the last step was done. */
  Done: { By: string; At: string } | null;
}

export const assignmentChoices = ['all', 'mine', 'due'] as const;

export interface AssignmentList {
  Assignments: Assignment[];
  /** To whom a client may be given; none where people sign in elsewhere. */
  People: { Username: string; Name: string }[];
}

export interface AssignmentDraft {
  ClientNumber: string;
  /** Absent for oneself, null to leave it. */
  To?: string | null | undefined;
  /** Also if another person has it. */
  TakeOver?: boolean | undefined;
}

/** What is absent stays as it is. Where no person has the client, it becomes the caller's. */
export interface AssignmentPlan {
  ClientNumber: string;
  FollowUp?: string | null | undefined;
  NextStep?: string | null | undefined;
  IsDone?: boolean | undefined;
}

export const longestStep = 100;
/** Days from today. */
export const furthestFollowUp = 366;
/** Of one answer. */
export const mostAssignments = 10_000;
