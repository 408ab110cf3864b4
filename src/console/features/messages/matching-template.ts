import type { Handover } from '#console/session/message-handover.ts';
import type { MessageDraft, Recipient, Template } from './draft.ts';

const abouts: Record<Handover['about'], RegExp> = {
  unpaid: /unpaid|returned|failed|dishonou?red|bounced|missed|insufficient|arrears/i,
};

/** The template for a subject, preferably English; undefined if none matches. */
export function templateFor(about: Handover['about'], templates: readonly Template[]): Template | undefined {
  const byName = templates.filter((it) => abouts[about].test(it.name));
  const found = byName.length > 0 ? byName : templates.filter((it) => abouts[about].test(it.text));
  return found.find((it) => it.language.startsWith('en')) ?? found[0];
}

// The text before a placeholder suggests its value; the first match counts.
const before: readonly [string, RegExp][] = [
  ['{ClientName}', /(?:hello|hi|dear|hallo|beste|thank you|molo|sawubona|dumela)\W*$/i],
  ['{ContractNumber}', /(?:contract|kontrak|reference|policy|account)\W*(?:number|no\.?)?\W*$/i],
  [
    '{Amount}',
    /(?:instalment|payment|debit|amount|sum|premium|paaiement|bedrag)s?\s*(?:of|van)?\W*$|(?:of|for|van)\s+R?\s*$/i,
  ],
  ['{ReturnedOn}', /(?:unpaid|returned|failed|due|missed)\s+on\W*$/i],
  ['{NextDebit}', /(?:by|before|on|again on|op|teen)\W*$/i],
];

/** A value for each placeholder: a field of the recipient, or '' if unclear. */
export function valuesFor(text: string): string[] {
  const marks = [...text.matchAll(/\{\{(\d+)\}\}/g)];
  const values = new Map<number, string>();
  for (const { index, 1: position } of marks) {
    const found = before.find(([, pattern]) => pattern.test(text.slice(0, index)));
    if (!values.get(Number(position))) values.set(Number(position), found?.[0] ?? '');
  }
  return [...values].toSorted(([one], [other]) => one - other).map(([, value]) => value);
}

/** Sets the template; a draft in progress keeps its own and gets only the recipients. */
export function withTemplate(draft: MessageDraft, about: Handover['about'], templates: readonly Template[]) {
  if (draft.template !== '' && (draft.recipients ?? []).length > 0) return undefined;
  const template = templateFor(about, templates);
  if (!template) return undefined;
  return { template: template.name, language: template.language, isOther: false, values: valuesFor(template.text) };
}

export function withFields(recipient: Recipient, given: Handover['recipients'][number] | undefined): Recipient {
  return given
    ? { ...recipient, contract: given.contract, fields: { ...recipient.fields, ...given.fields } }
    : recipient;
}
