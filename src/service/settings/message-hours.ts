import type { MessageHours } from '#contract/settings-records.ts';
import type { MessageRule } from '#rules/message-hours.ts';
import { notFound } from '#service/base/errors.ts';
import { asMaintenanceWithin, inOwnTransaction } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import { readMessageRule } from '#service/messages/waiting-messages.ts';
import { administeredScope, settingsRefusal, viewedScope } from './scope.ts';
import type { Handlers } from './serve.ts';

/** @throws HttpError 404 if the merchant does not exist */
const ruleOf = (query: Query, merchant: string): Promise<MessageRule | undefined> =>
  asMaintenanceWithin(query, async () => {
    const found = await query('select 1 from merchant where merchant = $1', [merchant]);
    if (found.length === 0) throw notFound();
    return (await readMessageRule(query, merchant)).rule;
  });

const hoursOf = (rule: MessageRule | undefined): MessageHours | null =>
  rule
    ? {
        From: rule.from,
        To: rule.to,
        Saturdays: rule.saturdays,
        Sundays: rule.sundays,
        Holidays: rule.holidays,
        MostWeekly: rule.mostWeekly,
      }
    : null;

const shownFields = ['From', 'To', 'Saturdays', 'Sundays', 'Holidays', 'MostWeekly'] as const;

const shownOf = (hours: MessageHours | null, field: (typeof shownFields)[number]): string | number | null => {
  const value = hours?.[field] ?? null;
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : value;
};

/** When a merchant's messages go to its clients. */
export const messageHours: Handlers = {
  messageHoursView: {
    async view({ caller, path, pool }) {
      const number = path['number'] ?? '';
      if (!viewedScope(caller).has(number)) throw notFound();
      return inOwnTransaction(pool, async (query) => ({ Hours: hoursOf(await ruleOf(query, number)) }));
    },
  },
  messageHoursSave: {
    async change({ caller, path, body: { Hours } }, query) {
      const number = path['number'] ?? '';
      if (!administeredScope(caller).has(number)) throw notFound();
      if (Hours && Hours.From >= Hours.To)
        throw settingsRefusal('INVALID', 'Enter a time that is later than the first one.', 'To');
      const before = hoursOf(await ruleOf(query, number));
      await asMaintenanceWithin(query, () =>
        Hours
          ? query(
              `insert into message_rule (merchant, goes_from, goes_to, saturdays, sundays, holidays, most_weekly)
                values ($1, $2, $3, $4, $5, $6, $7)
                on conflict (merchant) do update set goes_from = excluded.goes_from, goes_to = excluded.goes_to,
                  saturdays = excluded.saturdays, sundays = excluded.sundays, holidays = excluded.holidays,
                  most_weekly = excluded.most_weekly`,
              [number, Hours.From, Hours.To, Hours.Saturdays, Hours.Sundays, Hours.Holidays, Hours.MostWeekly],
            )
          : query('delete from message_rule where merchant = $1', [number]),
      );
      const changes = shownFields
        .map((field) => ({ field, before: shownOf(before, field), after: shownOf(Hours, field) }))
        .filter((it) => it.before !== it.after);
      return {
        answer: { Hours },
        ...(changes.length > 0 && {
          change: { action: 'merchant.messages', target: number, merchants: [number], changes },
        }),
      };
    },
  },
};
