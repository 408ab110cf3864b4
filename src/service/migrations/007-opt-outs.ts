import type { Migration } from '#service/database/migrate.ts';
import { createTable } from './table.ts';

export const optOuts: Migration = {
  up: (db) =>
    createTable(db, {
      name: 'opt_out',
      comment: 'clients who want no messages',
      of: 'merchant',
      columns: `
      merchant text not null,
      product text not null,
      client_number text not null,
      phone_marks jsonb not null, -- a list of digests of the client's telephone numbers since then, by which messages are held back
      reason text, -- no number of an account or a person
      subject text not null, -- who noted it
      author text not null, -- their name at that time
      written_at timestamp not null,
      stored_at timestamptz not null default now(),
      primary key (merchant, product, client_number)`,
      call: 'select, insert, update, delete',
      maintenance: 'select, delete',
    }),
};
