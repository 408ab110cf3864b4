import type { Answered } from '#answers/messages.ts';
import type { Config } from '#console/api/config.ts';
import type { Outgoing } from '#console/api/message-client.ts';
import type { DeliveryStatus } from '#console/domain/status/delivery.tsx';
import type { MessageStatus } from '#contract/messages.ts';
import { readNumber } from './number.ts';

export type DraftTemplate = Config['messages']['templates'][number];

/** The message as sent: after a lost answer it is repeated with the same messageId. */
export interface SendAttempt {
  item: Outgoing;
  deliveryStatus: DeliveryStatus;
  status?: Partial<MessageStatus>;
  /** The service's own ID, the number of parts and the bulk. */
  answer?: Pick<Answered, 'messageId' | 'messageCount' | 'bulkId'>;
}

export interface Recipient {
  id: string;
  /** As typed; `readNumber` gives the number to send. */
  to: string;
  /** A typed messageId, used while the draft's `hasOwnIds` is set. */
  ownId?: string;
  /** Replaces the common values, by position. */
  values?: string[];
  client?: string;
  contract?: string;
  /** The debit of that contract. */
  instalment?: number;
  /** What it says of that debit, if it is ahead. */
  announced?: { day: string; cents: number | null };
  /** Values of `{ClientName}` and the like. Never sensitive: the draft is stored. */
  fields?: Record<string, string>;
  attempt?: SendAttempt;
}

export interface MessageDraft {
  from: string;
  template: string;
  language: string;
  /** Not chosen from the configuration. */
  isOther: boolean;
  /** messageIds are typed, not generated. */
  hasOwnIds: boolean;
  count: number;
  headerType: string;
  mediaUrl: string;
  filename: string;
  values?: string[];
  recipients?: Recipient[];
  callbackData: string;
  notifyUrl: string;
  shortenUrl: boolean;
  trackClicks: boolean;
  removeProtocol: boolean;
  trackingUrl: string;
  customDomain: string;
}

export const emptyDraft = ({ senders, templates }: Config['messages']): MessageDraft => ({
  from: senders[0] ?? '',
  template: '',
  language: '',
  isOther: templates.length === 0,
  hasOwnIds: false,
  count: 0,
  headerType: '',
  mediaUrl: '',
  filename: '',
  callbackData: '',
  notifyUrl: '',
  shortenUrl: false,
  trackClicks: false,
  removeProtocol: false,
  trackingUrl: '',
  customDomain: '',
});

/** The positions in a text: 1 and 3 of "{{1}} … {{3}}". */
export const placesOf = (text: string): number[] =>
  [...new Set(Array.from(text.matchAll(/\{\{(\d+)\}\}/g), ([, position]) => Number(position)))].toSorted(
    (a, b) => a - b,
  );

/** The text is known for configured templates only. */
export interface Chosen {
  text?: string;
  header?: string;
  count: number;
}

export function chosenOf(draft: MessageDraft, templates: readonly DraftTemplate[]): Chosen {
  if (draft.isOther) return { count: draft.count, header: draft.headerType || undefined };
  const listed = templates.find((it) => it.name === draft.template && it.language === draft.language);
  return { text: listed?.text, header: listed?.header, count: placesOf(listed?.text ?? '').length };
}

/** A media header is a file that the network fetches. */
export const isMedia = (header: string | undefined): boolean => /^(document|image|video|audio)$/i.test(header ?? '');

/** Whether the header takes an address and a file name. Typed templates might. */
export const takesMedia = (draft: MessageDraft, { header }: Chosen): boolean =>
  header !== undefined && (isMedia(header) || draft.isOther);

type Piece = { text: string; position?: undefined } | { text: string; position: number };

/** A template's text with its values; missing ones stay placeholders. */
export function templatePieces(text: string, values: readonly string[]): Piece[] {
  const places = placesOf(text);
  return text
    .split(/(\{\{\d+\}\})/)
    .filter(Boolean)
    .map((piece): Piece => {
      const position = /^\{\{(\d+)\}\}$/.exec(piece)?.[1];
      if (position === undefined) return { text: piece };
      return { text: values[places.indexOf(Number(position))] || piece, position: Number(position) };
    });
}

/** `{ClientName}`. */
const placeholderMark = /\{([A-Za-z]+)\}/g;

/** Their own, else the common ones, with `{ClientName}` filled in. Empty if that is not known: no message has a gap. */
export function placeholderValues(draft: MessageDraft, recipient: Recipient, count: number): string[] {
  const { fields = {} } = recipient;
  return Array.from({ length: count }, (_, position) => {
    const value = (recipient.values?.[position] || draft.values?.[position] || '').trim();
    const isKnown = Array.from(value.matchAll(placeholderMark)).every(([, name = '']) => fields[name]);
    return isKnown ? value.replace(placeholderMark, (whole, name: string) => fields[name] ?? whole) : '';
  });
}

/** Sent, and not to be repeated. */
export const isSettled = ({ attempt }: Recipient): boolean =>
  attempt !== undefined && attempt.deliveryStatus !== 'rejected';

/** Without empty fields; undefined if all are. */
function given<T extends object>(fields: T): Partial<T> | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== '' && value !== false && value !== undefined);
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<T>) : undefined;
}

/** With the typed or a new messageId. */
export function itemOf(draft: MessageDraft, recipient: Recipient, chosen: Chosen, dialCode?: string): Outgoing {
  const { header: type } = chosen;
  const media = takesMedia(draft, chosen)
    ? given({ mediaUrl: draft.mediaUrl.trim(), filename: draft.filename.trim() })
    : undefined;
  const { shortenUrl, trackClicks, removeProtocol } = draft;
  return {
    from: draft.from.trim(),
    to: readNumber(recipient.to, dialCode).to ?? recipient.to,
    messageId: (draft.hasOwnIds && recipient.ownId?.trim()) || crypto.randomUUID(),
    content: {
      templateName: draft.template.trim(),
      templateData: {
        body: { placeholders: placeholderValues(draft, recipient, chosen.count) },
        ...(type ? { header: { type, ...media } } : {}),
      },
      language: draft.language.trim(),
    },
    ...given({
      callbackData: draft.callbackData.trim(),
      notifyUrl: draft.notifyUrl.trim(),
      urlOptions: given({
        shortenUrl,
        trackClicks,
        removeProtocol,
        trackingUrl: draft.trackingUrl.trim(),
        customDomain: draft.customDomain.trim(),
      }),
    }),
  };
}
