import { fieldOf } from '#contract/fields.ts';
import type { Fault } from '#contract/operation.ts';

/** A sentence on its own; services that name the field as they know it are given the label that is on screen. */
export function faultText({ Field, Message }: Fault): string {
  const label = Field && fieldOf(Field)?.label;
  if (!label || Message.startsWith(label)) return Message;
  return Message.startsWith(`${Field} `) ? label + Message.slice(Field.length) : `${label}: ${Message}`;
}

/** Longer than that is a page, not a sentence. */
const longest = 280;

/** As much of a text as is read at a glance, with a mark where it goes on. */
export function clamped(text: string): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest);
  return `${text.slice(0, end > longest / 2 ? end : longest)} …`;
}

/** The same at its field, where the label already stands. */
export function faultAtField({ Field, Message }: Fault): string {
  if (!Field || !Message.startsWith(`${Field} `)) return Message;
  const rest = Message.slice(Field.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
