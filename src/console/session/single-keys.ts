// Single-letter shortcuts disturb speech input, so they can be turned off (WCAG 2.1.4). Not personal.
const key = 'single-keys-off';

export const lettersAreOff = (): boolean => localStorage.getItem(key) === '1';

export function turnLetters(isOff: boolean): void {
  if (isOff) localStorage.setItem(key, '1');
  else localStorage.removeItem(key);
}
