import { host } from '#kit/host.ts';

/** Why a value was refused. */
export interface FieldFault {
  Field?: string;
  Code?: string;
  Message: string;
}

/** A complete sentence, with the field's label instead of the service's field name. */
export function faultText({ Field, Message }: FieldFault): string {
  const label = Field && host.fieldOf(Field)?.label;
  if (!label || Message.startsWith(label)) return Message;
  return Message.startsWith(`${Field} `) ? label + Message.slice(Field.length) : `${label}: ${Message}`;
}

/** Longer texts are cut. */
const longest = 280;

/** The beginning of a text, marked if cut. */
export function clampedText(text: string): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest);
  return `${text.slice(0, end > longest / 2 ? end : longest)} …`;
}

/** For display at its field, whose label is visible. */
export function faultAtField({ Field, Message }: FieldFault): string {
  if (!Field || !Message.startsWith(`${Field} `)) return Message;
  const rest = Message.slice(Field.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
