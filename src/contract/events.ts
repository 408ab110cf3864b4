import * as z from 'zod/mini';
import { boundedText } from './settings-records.ts';

/** What is sent to the endpoints of a merchant when something happens: of this service's own, and no part of the interface. */

/** In the order in which people choose them. */
export const eventTypes = [
  'debit.paid',
  'debit.unpaid',
  'debit.returned',
  'mandate.approved',
  'mandate.rejected',
  'mandate.cancelled',
  'payout.waiting',
  'payout.released',
  'payout.paid',
  'month.closed',
  'call.unclear',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Of an event that an administrator sends to try an endpoint. */
export const testEvent = 'test';

/** What this service decides itself, also in front of a provider, which does not say when the others happen. */
const decidedHere: readonly EventType[] = ['payout.waiting', 'payout.released', 'month.closed'];

/** Calls are unclear only in front of a provider. */
export const offeredEvents = (hasProvider: boolean): readonly EventType[] =>
  hasProvider
    ? eventTypes.filter((type) => decidedHere.includes(type) || type === 'call.unclear')
    : eventTypes.filter((type) => type !== 'call.unclear');

/** The body of an event. It has numbers of records, and never a name, an account, a telephone number or a text of people. */
export interface EventBody {
  EventId: string;
  Type: EventType | typeof testEvent;
  /** By the service's wall clock: `2026-12-01 08:00`. */
  At: string;
  /** The instant at which it was written down: `2026-12-01T06:00:12.345Z`. */
  WrittenAt: string;
  Merchant: string;
  Product?: string;
  ClientNumber?: string;
  ContractNumber?: string;
  /** Digits where it is longer than a number of JavaScript; on the wire it is a JSON number. */
  ContractSequence?: number | string;
  InstalmentSequence?: number;
  PaymentSequence?: number;
  Amount?: number;
  Currency?: string;
  /** `2026-11`, of a closed month. */
  Month?: string;
  /** Of an unclear call: the `Call` by which it is decided, and the operation. */
  Call?: string;
  Operation?: string;
}

/** Of a merchant. */
export const mostEndpoints = 5;

export const endpointAddress = () => boundedText(500);

export const endpointTypes = () =>
  z.array(z.enum(eventTypes, 'must be a type of event')).check(z.minLength(1, 'must not be empty'));

export const EventEndpoint = z.object({
  Endpoint: z.string(),
  Address: z.string(),
  Types: z.array(z.string()),
  IsOn: z.boolean(),
  /** `given up`: it works or fails, and events were given up in the last 30 days that it has not taken since. */
  State: z.enum(['off', 'unused', 'works', 'fails', 'given up']),
  /** When it last took an event. */
  WorkedAt: z.optional(z.string()),
  FailingSince: z.optional(z.string()),
  /** When it is tried again. */
  NextTry: z.optional(z.string()),
  /** How the last attempt ended: a status, or a code. */
  Outcome: z.optional(z.string()),
  Waiting: z.int(),
  GivenUp: z.int(),
  /** Until when events are signed with the former secret as well. */
  FormerSecretEnds: z.optional(z.string()),
});
export type EventEndpoint = z.infer<typeof EventEndpoint>;

export const EventDelivery = z.object({
  Event: z.string(),
  Type: z.string(),
  /** Business time of the event. */
  HappenedAt: z.string(),
  State: z.enum(['WAITING', 'DELIVERED', 'GIVEN_UP']),
  Attempts: z.int(),
  TriedAt: z.optional(z.string()),
  Outcome: z.optional(z.string()),
  Content: z.string(),
});
export type EventDelivery = z.infer<typeof EventDelivery>;

/** Of an endpoint, in the list of its deliveries. */
export const mostDeliveries = 100;
