import type { EventDelivery, EventEndpoint, EventType, testEvent } from '#contract/events.ts';
import { minuteText } from '#rules/day-text.ts';

/** What happened, in the words of merchants. */
const eventTexts: Readonly<Record<EventType | typeof testEvent, string>> = {
  'debit.paid': 'A debit was paid',
  'debit.unpaid': 'A debit was not paid',
  'debit.returned': 'A paid debit was returned late',
  'mandate.approved': 'A payer approved a mandate',
  'mandate.rejected': 'A payer rejected a mandate',
  'mandate.cancelled': 'A mandate was cancelled',
  'payout.waiting': 'A payout waits for a second person',
  'payout.released': 'A payout was released',
  'payout.paid': 'A payout was paid',
  'month.closed': 'A month was closed',
  'call.unclear': 'It is unclear whether a change was stored, and a person must decide',
  test: 'Test event',
};

/** A later service may know others. */
export const eventText = (type: string): string =>
  Object.hasOwn(eventTexts, type) ? eventTexts[type as EventType] : type;

/** How an attempt ended. */
function attemptText(outcome: string): string {
  const [, status] = /^ANSWERED_(\d+)$/.exec(outcome) ?? [];
  if (status?.startsWith('3')) return `it answered ${status}, a redirect, which is not followed`;
  if (status) return `it answered ${status}`;
  if (outcome === 'TOO_LATE') return 'it did not answer in time';
  if (outcome === 'REFUSED_ADDRESS') return 'its address is not on the public internet';
  if (outcome === 'ENOTFOUND') return 'its name leads to no address';
  return `it could not be reached (${outcome})`;
}

const countText = (count: number) => `${count} ${count === 1 ? 'event' : 'events'}`;

/** How the attempts to deliver an event went; nothing if it was taken at once, or not sent yet. */
export function attemptsText({ State, Attempts, TriedAt, Outcome }: EventDelivery): string | undefined {
  if (Attempts === 0 || (State === 'DELIVERED' && Attempts === 1)) return undefined;
  const count = `${Attempts} ${Attempts === 1 ? 'attempt' : 'attempts'}`;
  if (State === 'DELIVERED' || Outcome === undefined || TriedAt === undefined) return `${count}.`;
  return `${count}, the last ${minuteText(TriedAt)}: ${attemptText(Outcome)}.`;
}

/** The state of an endpoint. */
export function endpointText(endpoint: EventEndpoint): string {
  const { IsOn, WorkedAt, FailingSince, NextTry, Outcome, Waiting, GivenUp } = endpoint;
  const waits = Waiting > 0 && `${countText(Waiting)} ${Waiting === 1 ? 'waits' : 'wait'}.`;
  const lost = GivenUp > 0 && `${countText(GivenUp)} given up after three days.`;
  const worked = WorkedAt ? `Last event taken ${minuteText(WorkedAt)}.` : 'It has taken no event yet.';
  const fails =
    FailingSince !== undefined &&
    `Failing since ${minuteText(FailingSince)}: ${attemptText(Outcome ?? '')}.${NextTry ? ` Next attempt ${minuteText(NextTry)}.` : ''}`;
  return [IsOn ? fails : 'Nothing is sent.', worked, waits, lost].filter(Boolean).join(' ');
}

export const endpointMarks: Readonly<Record<EventEndpoint['State'], [value: string, label: string]>> = {
  works: ['SUCCESS', 'Working'],
  fails: ['FAILED', 'Failing'],
  'given up': ['FAILED', 'Given up'],
  unused: ['', 'Not used yet'],
  off: ['', 'Off'],
};

export const deliveryMarks: Readonly<Record<EventDelivery['State'], [value: string, label: string]>> = {
  DELIVERED: ['SUCCESS', 'Delivered'],
  WAITING: ['WAITING', 'Waiting'],
  GIVEN_UP: ['FAILED', 'Given up'],
};
