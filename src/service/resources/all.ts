import type { OperationName } from '#contract/operations.ts';
import type { Handler } from '#service/http/call.ts';
import { cases } from './cases.ts';
import { clients } from './clients.ts';
import { contracts } from './contracts.ts';
import { initiates } from './initiates.ts';
import { instalments } from './instalments.ts';
import { lookups } from './lookups.ts';
import { mandates } from './mandates.ts';
import { messages } from './messages.ts';
import { omni } from './omni.ts';
import { payouts } from './payouts/contracts.ts';
import { reports } from './reports.ts';

export const handlers: { [N in OperationName]: Handler<N> } = {
  ...mandates,
  ...contracts,
  ...instalments,
  ...omni,
  ...payouts,
  ...clients,
  ...initiates,
  ...reports,
  ...lookups,
  ...cases,
  ...messages,
};
