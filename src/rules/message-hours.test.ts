import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, weekday } from './calendar.ts';
import { holidayName } from './holidays.ts';
import { messageMayGoAt, usualMessageRule, type MessageRule } from './message-hours.ts';

const two = (value: number) => String(value).padStart(2, '0');
const minuteText = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

test('a message of the evening goes in the morning, and one of Saturday night on Monday', () => {
  const goes = (at: string) => messageMayGoAt(usualMessageRule, at, []);
  assert.equal(goes('2026-11-24 12:00'), '2026-11-24 12:00');
  assert.equal(goes('2026-11-24 07:59'), '2026-11-24 08:00');
  assert.equal(goes('2026-11-24 19:59'), '2026-11-24 19:59');
  assert.equal(goes('2026-11-24 20:00'), '2026-11-25 08:00');
  assert.equal(goes('2026-11-28 20:00'), '2026-11-30 08:00');
  // Family Day follows the Sunday, and Christmas the day before the Day of Goodwill, a Saturday.
  assert.equal(goes('2027-03-28 09:00'), '2027-03-30 08:00');
  assert.equal(goes('2026-12-24 21:00'), '2026-12-28 08:00');
});

test('the next message to a client who got the most in a week waits until the first of them is seven days old', () => {
  const rule = { ...usualMessageRule, mostWeekly: 2 };
  const earlier = ['2026-11-24 09:00', '2026-11-20 15:30', '2026-11-10 10:00'];
  assert.equal(messageMayGoAt(rule, '2026-11-25 10:00', earlier), '2026-11-27 15:30');
  assert.equal(messageMayGoAt(rule, '2026-11-25 10:00', earlier.slice(1)), '2026-11-25 10:00');
  // A Sunday is seven days after a Sunday.
  const sundays = { ...rule, sundays: true };
  assert.equal(
    messageMayGoAt(sundays, '2026-11-24 10:00', ['2026-11-22 10:00', '2026-11-23 10:00']),
    '2026-11-29 10:00',
  );
  assert.equal(messageMayGoAt(rule, '2026-11-24 10:00', ['2026-11-22 10:00', '2026-11-23 10:00']), '2026-11-30 08:00');
});

const rules: fc.Arbitrary<MessageRule> = fc
  .record({
    hours: fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 2 }),
    saturdays: fc.boolean(),
    sundays: fc.boolean(),
    holidays: fc.boolean(),
    mostWeekly: fc.option(fc.integer({ min: 1, max: 5 })),
  })
  .map(({ hours, ...rule }) => {
    const [from = 0, to = 0] = hours.toSorted((one, other) => one - other);
    return { from: minuteText(from), to: minuteText(to), ...rule };
  });

const mayGo = (rule: MessageRule, at: string): boolean => {
  const [day = '', minute = ''] = at.split(' ');
  return (
    minute >= rule.from &&
    minute < rule.to &&
    (rule.holidays || holidayName(day) === undefined) &&
    (rule.saturdays || weekday(day) !== 6) &&
    (rule.sundays || weekday(day) !== 7)
  );
};

test('in no hour of a year does a message go when it may not, and it goes as soon as it may', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: 0, max: 59 }), (rule, minute) => {
      const unlimited = { ...rule, mostWeekly: null };
      for (let hour = 0; hour < 365 * 24; hour += 1) {
        const at = `${addDays('2026-01-01', Math.floor(hour / 24))} ${two(hour % 24)}:${two(minute)}`;
        const goes = messageMayGoAt(unlimited, at, []);
        assert.ok(goes >= at && mayGo(rule, goes), `${at} goes ${goes}`);
        // If it waits, then for the beginning of a day's hours, and on no day before could it go.
        if (goes === at) continue;
        assert.ok(!mayGo(rule, at));
        assert.equal(goes.slice(11), rule.from);
        for (let day = addDays(at.slice(0, 10), 1); day < goes.slice(0, 10); day = addDays(day, 1))
          assert.ok(!mayGo(rule, `${day} ${rule.from}`), `${at} could go on ${day}`);
      }
    }),
    { numRuns: 20 },
  );
});

test('a client never gets more than the most in any seven days, whenever messages are sent', () => {
  fc.assert(
    fc.property(rules, fc.array(fc.integer({ min: 0, max: 40 * 1440 }), { maxLength: 40 }), (rule, sent) => {
      const gone: string[] = [];
      for (const minutes of sent.toSorted((one, other) => one - other)) {
        const at = `${addDays('2026-11-02', Math.floor(minutes / 1440))} ${minuteText(minutes % 1440)}`;
        gone.push(messageMayGoAt(rule, at, gone));
      }
      for (const last of gone) {
        const since = `${addDays(last.slice(0, 10), -7)}${last.slice(10)}`;
        const week = gone.filter((it) => it > since && it <= last);
        assert.ok(rule.mostWeekly === null || week.length <= rule.mostWeekly, `${week.length} until ${last}`);
      }
    }),
  );
});
