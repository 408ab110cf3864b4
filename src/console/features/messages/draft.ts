import type { Config } from '#console/api/config.ts';
import type { Answered } from '#console/api/message-answers.ts';
import type { Outgoing } from '#console/api/message-client.ts';
import type { RowState } from '#console/api/send/results.ts';
import type { MessageStatus } from '#contract/messages.ts';
import { readNumber } from './number.ts';

export type Template = Config['messages']['templates'][number];

/** The state of a message: as for any row of a batch, with the gateway's words for accepted and refused ones. */
export type DeliveryStatus = Exclude<RowState, 'unsent' | 'refused'> | 'delivered' | 'undelivered' | 'rejected';

/** What was sent, word for word: asking again after a lost answer repeats it under the same messageId. */
export interface Attempt {
  item: Outgoing;
  deliveryStatus: DeliveryStatus;
  status?: Partial<MessageStatus>;
  /** What else the service said of it: its own ID, how many parts it has, in which bulk it went. */
  answer?: Pick<Answered, 'messageId' | 'messageCount' | 'bulkId'>;
}

export interface Recipient {
  id: string;
  /** As it was typed; `readNumber` says what is sent. */
  to: string;
  /** Its messageId, where somebody gives their own; only while the draft's `hasOwnIds` is set. */
  ownId?: string;
  /** Instead of the values for everyone, by position. */
  values?: string[];
  client?: string;
  contract?: string;
  /** What stands for `{ClientName}` and the like. Never a sensitive field: this is kept with the draft. */
  fields?: Record<string, string>;
  attempt?: Attempt;
}

/** What the composer holds: the fields of the operation, flat, and to whom they go. */
export interface MessageDraft {
  from: string;
  template: string;
  language: string;
  /** The template is none of those that the installation lists. */
  isOther: boolean;
  /** Messages get IDs that are typed, not made. */
  hasOwnIds: boolean;
  /** Of such a template: how many values it takes. */
  count: number;
  headerType: string;
  mediaUrl: string;
  filename: string;
  values?: string[];
  recipients?: Recipient[];
  /** Numbers, and numbers of clients, that are typed and not added yet. */
  newNumbers: string;
  newClients: string;
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
  newNumbers: '',
  newClients: '',
  callbackData: '',
  notifyUrl: '',
  shortenUrl: false,
  trackClicks: false,
  removeProtocol: false,
  trackingUrl: '',
  customDomain: '',
});

/** The placeholders of a text in their order: 1 and 3 of "{{1}} … {{3}}". */
const placesOf = (text: string): number[] =>
  [...new Set(Array.from(text.matchAll(/\{\{(\d+)\}\}/g), ([, position]) => Number(position)))].toSorted(
    (a, b) => a - b,
  );

/** The template that is written: its text is known only of those that the installation lists. */
export interface Chosen {
  text?: string;
  header?: string;
  count: number;
}

export function chosenOf(draft: MessageDraft, templates: readonly Template[]): Chosen {
  if (draft.isOther) return { count: draft.count, header: draft.headerType || undefined };
  const listed = templates.find((it) => it.name === draft.template && it.language === draft.language);
  return { text: listed?.text, header: listed?.header, count: placesOf(listed?.text ?? '').length };
}

/** Whether the header is a file, which the network fetches. */
export const isMedia = (header: string | undefined): boolean => /^(document|image|video|audio)$/i.test(header ?? '');

/** Whether the header takes an address and a file name: files need one, and of a template not listed nobody here knows. */
export const takesMedia = (draft: MessageDraft, { header }: Chosen): boolean =>
  header !== undefined && (isMedia(header) || draft.isOther);

type Piece = { text: string; position?: undefined } | { text: string; position: number };

/** A template's text with its values put in; a value that is missing leaves its placeholder. */
export function piecesOf(text: string, values: readonly string[]): Piece[] {
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

/** What stands for a field of the recipient: `{ClientName}`. */
export const placeholderMark = /\{([A-Za-z]+)\}/g;

/** The values of one recipient: their own where they have some, else those for everyone, with `{ClientName}` filled in. */
export function valuesOf(draft: MessageDraft, recipient: Recipient, count: number): string[] {
  const { fields = {} } = recipient;
  return Array.from({ length: count }, (_, position) =>
    (recipient.values?.[position] || draft.values?.[position] || '')
      .trim()
      .replace(placeholderMark, (whole, name: string) => fields[name] ?? whole),
  );
}

/** Has been sent and is not to go again. */
export const isSettled = ({ attempt }: Recipient): boolean =>
  attempt !== undefined && attempt.deliveryStatus !== 'rejected';

/** Fields that have something in them; nothing where none has. */
function given<T extends object>(fields: T): Partial<T> | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== '' && value !== false && value !== undefined);
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<T>) : undefined;
}

/** The message to one recipient as the operation takes it, under the messageId that was typed for it or a new one. */
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
        body: { placeholders: valuesOf(draft, recipient, chosen.count) },
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
