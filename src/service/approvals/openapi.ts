import { described, inPath, inQuery, schemaOf } from '#service/http/own-openapi.ts';
import { Decision, ApprovalFilter, PayoutDecisionFilter } from './routes.ts';

const merchant = inPath('merchant', 'The merchant number.');
const one = [merchant, inPath('sequence', 'The ApprovalSequence.')];

/** The approvals' paths of `/openapi.json`. */
export const approvalPaths = {
  '/approvals/{merchant}': {
    get: described(
      'approvalList',
      'Retrieve payouts and changes that wait for a second person, or the last decisions',
      'that reads the records: `payouts:read`, `clients:read` or `instalments:read`',
      { parameters: [merchant, ...inQuery(ApprovalFilter)] },
    ),
  },
  '/payout-decisions/{merchant}': {
    get: described(
      'payoutDecisionList',
      'Retrieve who released or returned the payouts of a contract',
      '`payouts:read`',
      { parameters: [merchant, ...inQuery(PayoutDecisionFilter)] },
    ),
  },
  '/approvals/{merchant}/{sequence}': {
    get: described(
      'approvalView',
      'Retrieve what waits together, with its payments or its change, and digest',
      'that reads the records: `payouts:read`, `clients:read` or `instalments:read`',
      {
        parameters: one,
      },
    ),
    post: described(
      'approvalDecide',
      'Release payouts or a change, return them, or take back a release of what is not sent',
      '`release`',
      {
        parameters: one,
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(Decision) } } },
      },
    ),
  },
};
