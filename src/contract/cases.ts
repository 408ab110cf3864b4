import * as z from 'zod/mini';
import { query, record } from './fields.ts';
import { operation } from './operation.ts';

export const cases = {
  caseView: operation({
    name: 'caseView',
    summary: 'Get a case',
    resource: 'cases',
    method: 'GET',
    path: '/v1/{organisation}/case',
    alias: '/api/{organisation}/case',
    input: query([], ['case_number', 'external_ref']),
    output: z.extend(
      record(
        ['case_id', 'company', 'subject', 'status'],
        [
          'external_ref',
          'category',
          'description',
          'creator_idno',
          'creator_name',
          'creator_surname',
          'creator_cellphone',
          'creator_email',
        ],
      ),
      {
        attachment: z.array(z.object({ filename: z.optional(z.string()), url: z.optional(z.string()) })),
      },
    ),
  }),
};
