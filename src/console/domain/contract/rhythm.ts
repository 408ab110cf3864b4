/** `Cancelled` inside a sentence; texts in other forms stay unchanged. */
export const loweredText = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** `monthly on the 26th`, from the lookup's labels; labels in other forms stay unchanged. '' if unknown. */
export function rhythmText(frequency: string | undefined, day: string | undefined): string {
  if (!day) return frequency ? loweredText(frequency) : '';
  const short = day.replace(/ of the month$/, '');
  const isOfMonth = short !== day || /^\d+(?:st|nd|rd|th)\b/.test(day);
  const on = isOfMonth ? `on the ${loweredText(short)}` : `on ${day}`;
  return frequency ? `${loweredText(frequency)} ${on}` : on;
}

/** The same in a list's row, without what a month's last days mean. */
export const rowRhythmText = (frequency: string | undefined, day: string | undefined): string =>
  rhythmText(frequency, day).replace(/(?:,| of the ).*$/, '');
