import { EntryFilter } from '#service/audit/read.ts';
import { described, inPath, inQuery, schemaOf } from '#service/http/own-openapi.ts';
import { ReportedUse } from './audit.ts';

const merchant = inPath('merchant', 'The merchant number.');

/** The audit's paths of `/openapi.json`. */
export const auditPaths: Record<string, Record<string, unknown>> = {
  '/audit/{merchant}': {
    get: described('auditList', 'Retrieve the audit, newest first', '`audit`', {
      parameters: [merchant, ...inQuery(EntryFilter)],
    }),
    post: described('auditRecord', 'Record an export or an unmasking that happens in the console', undefined, {
      parameters: [merchant],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(ReportedUse) } } },
    }),
  },
};
