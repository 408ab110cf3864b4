import { described, inPath, inQuery, schemaOf } from '#service/audit/openapi.ts';
import { Decision, Filter } from './routes.ts';

const merchant = inPath('merchant', 'The merchant number.');
const one = [merchant, inPath('sequence', 'The ApprovalSequence.')];

/** The approvals' paths of `/openapi.json`. */
export const approvalPaths = {
  '/approvals/{merchant}': {
    get: described(
      'approvalList',
      'Retrieve payouts that wait for a second person, or the last decisions',
      '`payouts:read`',
      { parameters: [merchant, ...inQuery(Filter)] },
    ),
  },
  '/approvals/{merchant}/{sequence}': {
    get: described('approvalView', 'Retrieve what waits together, with its payments and digest', '`payouts:read`', {
      parameters: one,
    }),
    post: described('approvalDecide', 'Release payouts, return them, or take back a release', '`release`', {
      parameters: one,
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(Decision) } } },
    }),
  },
};
