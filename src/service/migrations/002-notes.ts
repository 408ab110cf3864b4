import type { Migration } from '#service/database/migrate.ts';
import { createTable } from './table.ts';

export const notes: Migration = {
  up: (db) =>
    createTable(db, {
      name: 'note',
      comment: 'what people note about a client, a contract or one of its debits',
      of: 'merchant',
      columns: `
      merchant text not null,
      note_id uuid not null, -- chosen by who writes it
      product text not null,
      client_number text not null,
      contract_sequence bigint,
      contract_number text, -- of the same contract, as its writer knew it
      instalment_sequence int,
      text text not null, -- no number of an account or a person
      subject text not null, -- who wrote it
      author text not null, -- their name at that time
      written_at timestamp not null,
      stored_at timestamptz not null default now(),
      primary key (merchant, note_id)`,
      indexes: ['index note_client on note (merchant, product, client_number, stored_at)'],
      call: 'select, insert, delete',
      maintenance: 'select, delete',
    }),
};
