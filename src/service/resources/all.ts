import type { OperationName } from '#contract/operations.ts';
import type { Handler } from '#service/http/call.ts';
import { caseHandlers } from './cases.ts';
import { clients } from './clients.ts';
import { contracts } from './contracts.ts';
import { initiateHandlers } from './initiates.ts';
import { instalmentHandlers } from './instalments.ts';
import { lookupHandlers } from './lookups.ts';
import { mandates } from './mandates.ts';
import { messageHandlers } from './messages.ts';
import { omni } from './omni.ts';
import { payoutHandlers } from './payouts/contracts.ts';
import { reportHandlers } from './reports.ts';

export const handlers: { [N in OperationName]: Handler<N> } = {
  ...mandates,
  ...contracts,
  ...instalmentHandlers,
  ...omni,
  ...payoutHandlers,
  ...clients,
  ...initiateHandlers,
  ...reportHandlers,
  ...lookupHandlers,
  ...caseHandlers,
  ...messageHandlers,
};
