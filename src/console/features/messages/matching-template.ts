import type { Handover } from '#console/session/message-handover.ts';
import { placesOf, type MessageDraft, type Recipient, type DraftTemplate } from './draft.ts';

const abouts: Record<Handover['about'], RegExp> = {
  unpaid: /unpaid|returned|failed|dishonou?red|bounced|missed|insufficient|arrears/i,
};

/** The template for a subject, preferably English; undefined if none matches. */
export function templateFor(about: Handover['about'], templates: readonly DraftTemplate[]): DraftTemplate | undefined {
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

const named: Record<string, string> = {
  '{ClientName}': 'Name',
  '{ContractNumber}': 'Contract',
  '{Amount}': 'Amount',
  '{ReturnedOn}': 'Returned on',
  '{NextDebit}': 'Date',
};

/** A heading for each placeholder: what it holds, else the words before it, such as `“Ask …”`. */
export function headingsFor(text: string | undefined, count: number): string[] {
  const values = valuesFor(text ?? '');
  const places = placesOf(text ?? '');
  const seen = new Map<string, number>();
  return Array.from({ length: count }, (_, at) => {
    const before = (text ?? '').split(new RegExp(`\\{\\{${places[at]}\\}\\}`))[0] ?? '';
    const words = /([^\s.,:;!?{}]+\s+){1,2}$/.exec(before)?.[0].trim();
    const heading = named[values[at] ?? ''] ?? (text && words ? `“${words} …”` : `Value ${at + 1}`);
    const times = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, times);
    return times > 1 ? `${heading} ${times}` : heading;
  });
}

/** Sets the template; a draft in progress keeps its own and gets only the recipients. */
export function withTemplate(draft: MessageDraft, about: Handover['about'], templates: readonly DraftTemplate[]) {
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
