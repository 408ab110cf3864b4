import type { CollectingLimits } from './settings-records.ts';

/** How often the missed debits of contracts may be collected again: a call of this service's own. */

export interface CollectingBudgetQuestion {
  Contracts: {
    ContractSequence?: number | undefined;
    ClientNumber?: string | undefined;
    ContractNumber?: string | undefined;
  }[];
}

export interface ContractBudget {
  /** Debits that nothing has collected since. */
  Missed: number;
  Used: number;
  /** Null for no limit, and where nothing is missed. */
  Left: number | null;
  /** The last debit that was returned with a reason to stop: its day, and the bank's code. */
  Stop: { Day: string; Reason: string } | null;
}

export interface CollectingBudgetList {
  Limits: CollectingLimits;
  /** In the order of the question; null for a contract that does not exist or can't be read. */
  Budgets: (ContractBudget | null)[];
}

export const mostBudgets = 100;
