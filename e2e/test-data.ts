import { testNow } from '../scripts/settings.mjs';

/** A number that no earlier test has used, however often the suite runs on one database. */
let count = 0;
export const newNumber = (): string => `E${process.pid}-${Date.now()}-${++count}`;

export const today = (): string => testNow.slice(0, 10);
