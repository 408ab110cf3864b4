import type { OperationName } from '../../contract/operations.ts';
import type { Handler } from '../call.ts';
import { clients } from './clients.ts';
import { contracts } from './contracts.ts';
import { instalments } from './instalments.ts';
import { lookups } from './lookups.ts';
import { mandates } from './mandates.ts';
import { reports } from './reports.ts';

/** What is served. An operation of the contract without a handler is answered as not found. */
export const handlers: { [N in OperationName]?: Handler<N> } = {
  ...mandates,
  ...contracts,
  ...instalments,
  ...clients,
  ...reports,
  ...lookups,
};
