import { localStore } from '#kit/base/storage.ts';
// Single-letter shortcuts disturb speech input, so they can be turned off (WCAG 2.1.4). Not personal.
const key = 'single-keys-off';

export const lettersAreOff = (): boolean => localStore.getItem(key) === '1';

export function turnLetters(isOff: boolean): void {
  if (isOff) localStore.setItem(key, '1');
  else localStore.removeItem(key);
}
