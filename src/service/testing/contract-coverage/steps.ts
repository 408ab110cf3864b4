import { clientsStep } from './clients.ts';
import { contractsStep } from './contracts.ts';
import { initiatesStep } from './initiates.ts';
import { instalmentsStep, omniStep } from './instalments.ts';
import { lookupsStep } from './lookups.ts';
import { mandatesStep } from './mandates.ts';
import { casesStep, messagesStep } from './organisation.ts';
import { payoutsStep } from './payouts.ts';
import { transactions } from './reports.ts';
import type { Step } from './step.ts';

/** The whole interface, resource by resource; later steps use the records of earlier ones. */
export const steps: Record<string, Step> = {
  clients: clientsStep,
  mandates: mandatesStep,
  contracts: contractsStep,
  instalments: instalmentsStep,
  omni: omniStep,
  payouts: payoutsStep,
  initiates: initiatesStep,
  transactions,
  lookups: lookupsStep,
  cases: casesStep,
  messages: messagesStep,
};
