import { test } from '@playwright/test';
import { testNow } from '../scripts/settings.mjs';

let counted = '';
let count = 0;

/** A mark that no other test has, and the same in every run: letters and digits. */
export function newMark(): string {
  const { testId } = test.info();
  count = counted === testId ? count + 1 : 1;
  counted = testId;
  return `${testId.replaceAll(/\W/g, '').slice(-8)}x${count}`;
}

/** A client's or contract's number that no other test has. */
export const newNumber = (): string => `E-${newMark()}`;

export const today = (): string => testNow.slice(0, 10);
