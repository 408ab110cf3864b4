import { clients } from './clients.ts';
import { contracts } from './contracts.ts';
import { initiates } from './initiates.ts';
import { instalments, omni } from './instalments.ts';
import { lookups } from './lookups.ts';
import { mandates } from './mandates.ts';
import { cases, messages } from './organisation.ts';
import { payouts } from './payouts.ts';
import { transactions } from './reports.ts';
import type { Step } from './step.ts';

/** The whole interface, resource by resource; later steps use the records of earlier ones. */
export const steps: Record<string, Step> = {
  clients,
  mandates,
  contracts,
  instalments,
  omni,
  payouts,
  initiates,
  transactions,
  lookups,
  cases,
  messages,
};
