import type { Match, MatchOutcome, Suggestion } from './item.ts';
import { Matching, type MatchingSetup, type OwnSum } from './matching.ts';

/** An account's lines as they are now. */
export interface MatchingState {
  /** Of open lines, by the line's id. */
  outcomes: ReadonlyMap<string, MatchOutcome>;
  matches: Match[];
  /** Matches whose debits changed since; their lines are open. */
  broken: Match[];
}

/** Matching in the worker, so that thousands of lines do not block the page. */
export class BankMatching {
  private matching: Matching | undefined;

  open(setup: MatchingSetup): MatchingState {
    this.matching = new Matching(setup);
    return this.state(this.matching);
  }

  private state = (matching: Matching): MatchingState => ({
    outcomes: matching.outcomes(),
    matches: matching.confirmed(),
    broken: matching.broken,
  });

  /** All or none. @returns a reason instead if they are no matches any more */
  confirm(matches: readonly Match[]): MatchingState | string {
    const { matching } = this;
    if (!matching) return 'Open the account again.';
    try {
      matching.confirm(matches);
    } catch (error) {
      if (error instanceof RangeError) return error.message;
      throw error;
    }
    return this.state(matching);
  }

  byHand(line: string, sum: OwnSum): Suggestion | string {
    return this.matching?.byHand(line, sum) ?? 'Open the account again.';
  }

  undo(line: string): MatchingState | string {
    const { matching } = this;
    if (!matching) return 'Open the account again.';
    matching.undo(line);
    return this.state(matching);
  }
}
