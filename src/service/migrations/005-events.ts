import type { Migration } from '#service/database/migrate.ts';
import { createTable } from './table.ts';

export const events: Migration = {
  async up(db) {
    await createTable(db, {
      name: 'event_endpoint',
      comment: 'where the events of a merchant are sent',
      of: 'merchant',
      columns: `
      merchant text not null,
      endpoint uuid not null,
      address text not null,
      types text[] not null,
      is_on boolean not null default true,
      added_at timestamptz not null default now(),
      claim uuid, -- of the job that sends to it now
      claimed_until timestamptz,
      next_try timestamptz, -- after a failure
      failures int not null default 0, -- in a row
      failing_since timestamptz,
      worked_at timestamptz, -- when it last took an event
      outcome text, -- of the last attempt: a status or a code
      primary key (merchant, endpoint)`,
      call: 'select, update (claim, claimed_until, next_try, failures, failing_since, worked_at, outcome)',
      maintenance: 'select, insert, update, delete',
    });
    await createTable(db, {
      name: 'event_delivery',
      comment: 'events on their way to an endpoint, or that it has',
      of: 'merchant',
      columns: `
      merchant text not null,
      endpoint uuid not null,
      event uuid not null, -- the same at every endpoint and attempt
      event_sequence bigint not null default nextval('record_sequence'), -- in this order they are sent
      type text not null,
      happened_at timestamp not null,
      written_at timestamptz not null default now(),
      body text not null, -- as it is sent: numbers of records, without names, accounts and texts
      state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'GIVEN_UP')),
      attempts int not null default 0,
      refusals int not null default 0, -- attempts that were answered with a failure: after some, the next events go first
      due_since timestamptz not null default now(), -- three days later it is given up
      next_try timestamptz,
      tried_at timestamptz,
      outcome text, -- of the last attempt
      primary key (merchant, endpoint, event),
      foreign key (merchant, endpoint) references event_endpoint on delete cascade`,
      indexes: [
        `index event_waiting on event_delivery (merchant, endpoint, event_sequence) where state = 'WAITING'`,
        'index event_log on event_delivery (merchant, endpoint, event_sequence)',
        'index event_age on event_delivery (written_at)',
      ],
      call: 'select, insert, update (state, attempts, refusals, next_try, tried_at, outcome)',
      maintenance: 'select, insert, update, delete',
    });
    await createTable(db, {
      name: 'sign_in.event_secret',
      columns: `
      endpoint uuid primary key,
      secret text not null, -- signs the events of the endpoint; its receiver holds it too
      former_secret text, -- signs them as well until former_until
      former_until timestamptz`,
    });
  },
};
