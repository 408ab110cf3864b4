import type { Migration } from '#service/database/migrate.ts';
import { createTable } from './table.ts';

export const sentMessages: Migration = {
  async up(db) {
    await createTable(db, {
      name: 'sent_message',
      comment: 'to whom a message went, about what and by whom: the message itself names a telephone only',
      of: 'merchant',
      columns: `
      merchant text not null,
      message_id text not null,
      product text not null,
      organisation text not null,
      client_number text, -- none for a number that was typed
      contract_number text,
      instalment_sequence int,
      template text not null,
      to_end text not null, -- the last four digits of the telephone's number
      subject text not null, -- who sent it
      author text not null, -- their name at that time
      sent_at timestamp not null,
      stored_at timestamptz not null default now(),
      primary key (merchant, message_id)`,
      indexes: [
        'index sent_message_client on sent_message (merchant, product, client_number, stored_at)',
        'index sent_message_last on sent_message (merchant, product, stored_at)',
      ],
      call: 'select, insert',
      maintenance: 'select',
    });
    await createTable(db, {
      name: 'message_end',
      comment: 'how a message stands at a provider, which forgets its calls and reports',
      of: 'merchant',
      columns: `
      merchant text not null, -- the first one of the organisation that sent it
      message_id text not null,
      status text, -- JSON, with telephone numbers covered
      report text, -- the beginning of one of an unknown shape, covered as well
      reported_at timestamptz, -- null while only the answer is known
      primary key (merchant, message_id)`,
      call: 'select, insert, update',
      maintenance: 'select',
    });
  },
};
