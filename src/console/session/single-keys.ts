// Single letters get in the way of speech input, so they can be turned off (WCAG 2.1.4). A preference, nothing personal.
const key = 'single-keys-off';

export const lettersAreOff = (): boolean => localStorage.getItem(key) === '1';

export function turnLetters(isOff: boolean): void {
  if (isOff) localStorage.setItem(key, '1');
  else localStorage.removeItem(key);
}
