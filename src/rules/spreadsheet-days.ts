import { fromDayNumber, lastDay, toDayNumber, type DateText } from './calendar.ts';

/** Spreadsheets count days. The numbers before have a 29 February 1900, which never existed, and are no days here. */
const [march, marchNumber] = [toDayNumber('1900-03-01'), 61];

/** Numbers of days that are the same in all programs: 1900-03-01 to 9999-12-31. */
export const spreadsheetDays = { first: marchNumber, last: lastDay - march + marchNumber };

/** @returns a number before `spreadsheetDays.first` for a day that spreadsheets count otherwise */
export const toSpreadsheetDay = (date: DateText): number => toDayNumber(date) - march + marchNumber;

/** @throws RangeError for a day that `DateText` has not */
export const fromSpreadsheetDay = (day: number): DateText => fromDayNumber(day - marchNumber + march);
