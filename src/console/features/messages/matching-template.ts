import type { Handover } from '#console/session/message-handover.ts';
import type { MessageDraft, DraftTemplate } from './draft.ts';
import { suggestedValues } from './suggested-values.ts';

/**
 * The fields of a draft that select the template for its subject. Undefined if none matches, or if the draft is in progress: it keeps
 * its own template.
 */
export function matchingTemplate(
  draft: MessageDraft,
  about: Handover['about'],
  templates: readonly DraftTemplate[],
): Pick<MessageDraft, 'template' | 'language' | 'isOther' | 'values'> | undefined {
  if (draft.template !== '' && (draft.recipients ?? []).length > 0) return undefined;
  const found = templateFor(about, templates);
  return (
    found && { template: found.name, language: found.language, isOther: false, values: suggestedValues(found.text) }
  );
}

/** By its name, else by its text; preferably in English. */
export function templateFor(about: Handover['about'], templates: readonly DraftTemplate[]): DraftTemplate | undefined {
  const byName = templates.filter((it) => aboutWords[about].test(it.name));
  const found = byName.length > 0 ? byName : templates.filter((it) => aboutWords[about].test(it.text));
  return found.find((it) => it.language.startsWith('en')) ?? found[0];
}

const aboutWords: Record<Handover['about'], RegExp> = {
  reminder: /remind|upcoming|will be (?:collected|debited)/i,
  unpaid: /unpaid|returned|failed|dishonou?red|bounced|missed|insufficient|arrears/i,
};
