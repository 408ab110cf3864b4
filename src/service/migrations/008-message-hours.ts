import type { Migration } from '#service/database/migrate.ts';
import { createTable } from './table.ts';

export const messageHourTables: Migration = {
  async up(db) {
    await db.query('alter table sent_message add due_on date, add due_cents bigint');
    await db.query(`comment on column sent_message.due_on is 'the day on which it says that the debit is due'`);
    await db.query(`comment on column sent_message.due_cents is 'the amount that it says'`);
    await createTable(db, {
      name: 'message_rule',
      comment: 'when messages go to clients of a merchant, and how many; without a row at any time',
      of: 'merchant',
      columns: `
      merchant text primary key,
      goes_from text not null, -- the first minute of a day in which they go
      goes_to text not null check (goes_from < goes_to), -- the minute from which they wait for the next day
      saturdays boolean not null,
      sundays boolean not null,
      holidays boolean not null,
      most_weekly int check (most_weekly between 1 and 99) -- to one telephone number in seven days; null is no limit`,
      call: 'select',
      maintenance: 'select, insert, update, delete',
    });
    await createTable(db, {
      name: 'waiting_message',
      comment: 'messages that were accepted and wait until they may go',
      of: 'merchant',
      columns: `
      merchant text not null, -- whose rule it keeps to
      message_id text not null,
      organisation text not null, -- that sends it
      phone_mark text not null, -- a digest of the telephone number
      content text, -- the message as JSON, sealed; null once it has gone or is refused
      refusal text, -- why it did not go: the status as JSON
      goes_at timestamp not null, -- by the merchant's business time
      actor jsonb not null, -- who sent it
      stored_at timestamptz not null default now(),
      primary key (merchant, organisation, message_id)`,
      indexes: [
        'index waiting_message_due on waiting_message (goes_at) where content is not null',
        'index waiting_message_phone on waiting_message (merchant, phone_mark) where content is not null',
      ],
      call: 'select, insert, update, delete',
      maintenance: 'select, update, delete',
    });
    await createTable(db, {
      name: 'message_count',
      comment: 'when messages went to a telephone number, where a merchant limits them',
      of: 'merchant',
      columns: `
      merchant text not null,
      organisation text not null, -- that sent it
      message_id text not null,
      phone_mark text not null, -- a digest of the telephone number
      gone_at timestamp not null, -- by the merchant's business time
      primary key (merchant, organisation, message_id)`,
      indexes: ['index message_count_phone on message_count (merchant, phone_mark)'],
      call: 'select, insert, delete',
      maintenance: 'select, delete',
    });
  },
};
