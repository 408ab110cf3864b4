/** A number that no earlier test has used, however often the suite runs on one database. */
let count = 0;
export const newNumber = (): string => `E${process.pid}-${Date.now()}-${++count}`;

export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' });
