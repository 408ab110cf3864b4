import { isMedia, takesMedia, placeholderValues, type Chosen, type MessageDraft } from './draft.ts';
import { readNumber } from './number.ts';

export interface Check {
  problems: string[];
  /** Reported only on sending. */
  missing: number[];
  notes: string[];
}

export const isCheckReady = (check: Check | undefined): boolean =>
  check !== undefined && check.problems.length === 0 && check.missing.length === 0;

// The chat network refuses line breaks in values, the service unprintable characters.
const unprintable = /[\p{Cc}\p{Cs}]/u;

/** @param optedOut the numbers of clients who want no messages */
export function checkRecipients(
  draft: MessageDraft,
  chosen: Chosen,
  dialCode?: string,
  optedOut: ReadonlySet<string> = new Set(),
): Map<string, Check> {
  const seen = new Map<string, number>();
  const alike = new Map<string, number>();
  const ids = new Map<string, number>();
  const checks = new Map<string, Check>();
  draft.recipients?.forEach((recipient, index) => {
    const read = readNumber(recipient.to, dialCode);
    const values = placeholderValues(draft, recipient, chosen.count);
    const check: Check = { problems: [], missing: [], notes: read.note ? [read.note] : [] };
    if (recipient.client !== undefined && optedOut.has(recipient.client))
      check.problems.push('The client wants no messages.');
    if (read.problem !== undefined) check.problems.push(read.problem);
    else {
      const same = JSON.stringify([read.to, values]);
      const [twin, other] = [alike.get(same), seen.get(read.to)];
      if (twin !== undefined) check.problems.push(`The same message to the same number as row ${twin}.`);
      else if (other !== undefined) check.notes.push(`Row ${other} goes to this number, too.`);
      alike.set(same, twin ?? index + 1);
      seen.set(read.to, other ?? index + 1);
    }
    const id = draft.hasOwnIds ? recipient.ownId?.trim() : undefined;
    if (id && ids.has(id)) check.problems.push(`Row ${ids.get(id)} already has this message ID.`);
    else if (id) ids.set(id, index + 1);
    values.forEach((value, position) => {
      if (value === '') check.missing.push(position + 1);
      else if (unprintable.test(value)) check.problems.push(`Value ${position + 1} contains a line break.`);
    });
    checks.set(recipient.id, check);
  });
  return checks;
}

const isWeb = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

export function checkDraft(draft: MessageDraft, chosen: Chosen): Partial<Record<keyof MessageDraft, string>> {
  return {
    ...(draft.from.trim() ? {} : { from: 'Choose who it is from.' }),
    ...(draft.template.trim() ? {} : { template: 'Choose a template.' }),
    ...(draft.language.trim() ? {} : { language: 'Choose a language.' }),
    ...(takesMedia(draft, chosen) && (isMedia(chosen.header) || draft.mediaUrl.trim()) && !isWeb(draft.mediaUrl.trim())
      ? { mediaUrl: 'Enter the web address of the file.' }
      : {}),
    ...(draft.notifyUrl.trim() && !isWeb(draft.notifyUrl.trim())
      ? { notifyUrl: 'Enter a web address or leave this empty.' }
      : {}),
    ...(draft.trackingUrl.trim() && !isWeb(draft.trackingUrl.trim())
      ? { trackingUrl: 'Enter a web address or leave this empty.' }
      : {}),
  };
}
