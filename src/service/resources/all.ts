import type { OperationName } from '#contract/operations.ts';
import type { Handler } from '#service/http/call.ts';
import { caseHandlers } from './cases.ts';
import { clientHandlers } from './clients.ts';
import { contractHandlers } from './contracts.ts';
import { initiateHandlers } from './initiates.ts';
import { instalmentHandlers } from './instalments.ts';
import { lookupHandlers } from './lookups.ts';
import { mandateHandlers } from './mandates.ts';
import { messageHandlers } from './messages.ts';
import { omniHandlers } from './omni.ts';
import { payoutHandlers } from './payouts/contracts.ts';
import { reportHandlers } from './reports.ts';

export const handlers: { [N in OperationName]: Handler<N> } = {
  ...mandateHandlers,
  ...contractHandlers,
  ...instalmentHandlers,
  ...omniHandlers,
  ...payoutHandlers,
  ...clientHandlers,
  ...initiateHandlers,
  ...reportHandlers,
  ...lookupHandlers,
  ...caseHandlers,
  ...messageHandlers,
};
