import type { FieldName } from './fields.ts';

/** What each form may begin with. Codes and days only: nothing personal, no amounts, no record numbers. */
export const formDefaultFields = {
  mandate: ['FrequencyCode', 'CollectionDay', 'MandateType', 'DebitSequenceType', 'TrackingYN', 'TrackingCode'],
  contract: ['FrequencyCode', 'CollectionDay', 'TrackingCode'],
  payout: ['FrequencyCode', 'PaymentIndicator'],
} as const satisfies Record<string, readonly FieldName[]>;
export type FormWithDefaults = keyof typeof formDefaultFields;
