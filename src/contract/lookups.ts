import * as z from 'zod/mini';
import { item, record } from './fields.ts';
import { operation } from './operation.ts';

export const lookups = {
  frequencyLookup: operation({
    name: 'frequencyLookup',
    summary: 'Frequency codes and their collection days',
    resource: 'lookups',
    method: 'GET',
    path: '{PREFIX}/general/frequency_codes',
    response: 'FrequencyGetResponse',
    version: '1.0.0',
    input: item([]),
    output: z.extend(record(['FrequencyCode', 'FrequencyDescription']), {
      CollectionDays: z.array(record(['CollectionDay', 'DayDescription'])),
    }),
  }),
  bankLookup: operation({
    name: 'bankLookup',
    summary: 'Banks and branches',
    resource: 'lookups',
    method: 'GET',
    path: '{PREFIX}/general/banks/{product}',
    response: 'BanksGetResponse',
    version: '1.0.0',
    input: item([]),
    output: z.extend(record(['Country']), {
      Products: z.array(
        z.extend(record(['Product']), {
          Banks: z.array(
            z.extend(record(['BankCode', 'BankName']), {
              Branches: z.array(record(['BranchCode', 'BranchName'])),
            }),
          ),
        }),
      ),
    }),
  }),
  mandateReasonLookup: operation({
    name: 'mandateReasonLookup',
    summary: 'Mandate reason codes',
    resource: 'lookups',
    method: 'GET',
    path: '{PREFIX}/general/mandate_reason_codes/{product}',
    // Delete operations refer to this lookup by a shorter path without the merchant (docs/interface.md, Operations).
    alias: '/general/mandate_reason_codes/{product}',
    response: 'MandateReasonGetResponse',
    version: '1.0.0',
    input: item([]),
    output: z.extend(record(['MandateProduct']), {
      MandateReasonCodes: z.array(
        record(['MandateReason', 'MandateReasonDescription', 'MandateReasonType', 'MandateReasonISOCode']),
      ),
    }),
  }),
  payoutCancelLookup: operation({
    name: 'payoutCancelLookup',
    summary: 'Payout cancellation reasons',
    resource: 'lookups',
    method: 'GET',
    path: '{PREFIX}/general/payout_cancel_codes/{product}',
    alias: '/general/payout_cancel_codes/{product}',
    // The interface shows neither key nor record of this lookup; both follow the other lookups.
    response: 'PayoutCancelCodesGetResponse',
    version: '1.0.0',
    input: item([]),
    output: record(['CancelCode', 'CancelDescription']),
  }),
};
