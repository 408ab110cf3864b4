import type { Migration } from '#service/database/migrate.ts';
import { createTable } from './table.ts';

export const followUp: Migration = {
  async up(db) {
    await createTable(db, {
      name: 'promise',
      comment: 'what a client promised to pay, and by when',
      of: 'merchant',
      columns: `
      merchant text not null,
      promise_id uuid not null, -- chosen by who writes it
      product text not null,
      client_number text not null,
      contract_sequence bigint, -- null: it is about all contracts of the client
      contract_number text, -- of the same contract
      phone_mark text, -- a digest of the client's telephone number when it was promised, by which messages are held back
      day timestamp not null,
      amount bigint not null check (amount > 0),
      subject text not null, -- who took it
      author text not null, -- their name at that time
      written_at timestamp not null,
      stored_at timestamptz not null default now(),
      withdrawn_at timestamp,
      withdrawn_by text,
      withdrawn_name text,
      reason text, -- of the withdrawal; no number of an account or a person
      primary key (merchant, promise_id)`,
      indexes: [
        'index promise_client on promise (merchant, product, client_number, stored_at)',
        'index promise_day on promise (merchant, product, day)',
      ],
      call: 'select, insert, update',
      maintenance: 'select, delete',
    });
    await createTable(db, {
      name: 'assignment',
      comment: 'who follows up a client, and when next',
      of: 'merchant',
      columns: `
      merchant text not null,
      product text not null,
      client_number text not null,
      subject text, -- who has it; null: nobody
      holder_name text, -- their name when they got it
      since timestamp not null,
      given_by text, -- the name of who gave it to them; null where they took it
      follow_up timestamp, -- the day of the next step
      next_step text, -- no number of an account or a person
      done_at timestamp, -- of the last step
      done_by text,
      primary key (merchant, product, client_number)`,
      indexes: ['index assignment_subject on assignment (merchant, product, subject, follow_up)'],
      call: 'select, insert, update',
      maintenance: 'select, delete',
    });
  },
};
