import { Message, type MessageStatus } from '#contract/messages.ts';
import { zodFaults } from '#service/base/zod-errors.ts';
import { rejectedMessage } from './statuses.ts';

/** As the organisation has it with the network. */
export interface RegisteredTemplate {
  templateName: string;
  language: string;
  templateStatus: string;
  headerType: string | null;
  body: string;
}

/** What an organisation may send with. */
export interface MessageRegistry {
  senders: ReadonlySet<string>;
  templates: readonly RegisteredTemplate[];
}

/** International numbers: country code first, with or without the plus. */
const international = /^\+?[1-9]\d{7,14}$/;

/** How many values a template's body needs: as many as it has different `{{n}}`. */
const placeholdersOf = (body: string): number => new Set(body.match(/\{\{\d+\}\}/g)).size;

const templateText = ({ templateName, language }: Message['content']) => `${templateName} (${language})`;

/**
 * Checks an item of the body (docs/interface.md, Resources): from must be a registered sender, templateName an
 * approved, predefined template.
 * @returns the message if it may be sent, else the status with the reason.
 */
export function judgeMessage(item: unknown, { senders, templates }: MessageRegistry): Message | MessageStatus {
  const read = Message.safeParse(item);
  if (!read.success)
    return rejectedMessage(
      'REJECTED_MALFORMED',
      zodFaults(read.error, item)
        .map((fault) => fault.Message)
        .join(' '),
    );
  const message = read.data;
  const { content } = message;
  if (!senders.has(message.from)) return rejectedMessage('REJECTED_SENDER', 'from is not a registered sender.');
  if (!international.test(message.to))
    return rejectedMessage('REJECTED_DESTINATION', 'to must be an international number, country code first.');

  const named = templates.filter((it) => it.templateName === content.templateName);
  if (named.length === 0)
    return rejectedMessage('REJECTED_TEMPLATE_UNKNOWN', `There is no template ${content.templateName}.`);
  const template = named.find((it) => it.language === content.language);
  if (!template)
    return rejectedMessage(
      'REJECTED_TEMPLATE_LANGUAGE',
      `${content.templateName} is there in ${named.map((it) => it.language).join(', ')}, not in ${content.language}.`,
    );
  if (template.templateStatus !== 'APPROVED')
    return rejectedMessage('REJECTED_TEMPLATE_NOT_APPROVED', `${templateText(content)} is not approved.`);
  return misfit(content, template) ?? message;
}

/** How a message's content differs from its template. */
function misfit(content: Message['content'], { headerType, body }: RegisteredTemplate): MessageStatus | undefined {
  const { placeholders = [] } = content.templateData?.body ?? {};
  const wanted = placeholdersOf(body);
  if (placeholders.length !== wanted)
    return rejectedMessage(
      'REJECTED_PLACEHOLDERS',
      `${templateText(content)} takes ${wanted} placeholders, ${placeholders.length} were given.`,
    );
  const header = content.templateData?.header;
  const given = header?.type ?? 'TEXT';
  // A text header is the template's own, so TEXT and no header are the same.
  const expected = headerType ?? 'TEXT';
  if (given !== expected)
    return rejectedMessage('REJECTED_HEADER', `${templateText(content)} has a header of ${expected}, not ${given}.`);
  if (expected !== 'TEXT' && !isWebAddress(header?.mediaUrl))
    return rejectedMessage('REJECTED_HEADER', `${templateText(content)} needs a web address in mediaUrl.`);
  return undefined;
}

/** The network fetches it, never this service. */
const isWebAddress = (text: string | null | undefined): boolean =>
  /^https?:\/\//i.test(text ?? '') && URL.canParse(text ?? '');
