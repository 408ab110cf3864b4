/** Asks for the outcome of a change whose answer was lost: a call of this service's own. */
export interface SentCallQuestion {
  /** The Idempotency-Key that the change was sent with. */
  Key: string;
  /** When it was first sent, by the service's clock: `2026-11-28T10:31:02.123Z`. Keys are not kept for ever. */
  SentAt: string;
}

/**
 * `answered`: what the change was answered; `Answer` has the bytes of then. `unknown`: it was sent to a provider, and its
 * outcome is not known yet. `nothing`: nothing was done, and nothing will be: a change that arrives under this key from now on is
 * refused with `IDEMPOTENCY_KEY_CLOSED`.
 */
export type SentCallEnd =
  | { Outcome: 'answered'; Status: number; Answer: unknown }
  | { Outcome: 'unknown' }
  | { Outcome: 'nothing' };
