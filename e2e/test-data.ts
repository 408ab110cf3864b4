/** A number that no earlier test has used, however often the suite runs against one database. */
let made = 0;
export const newNumber = (): string => `E${process.pid}-${Date.now()}-${++made}`;

/** The merchant's own today, as text. */
export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' });
