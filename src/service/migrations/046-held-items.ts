import type { Migration } from '#service/database/migrate.ts';

/** What waits for a second person in front of a provider, which gets it after the release. */
export const heldItems: Migration = {
  async up(db) {
    await db.query(`
      create table held_item (
        merchant text not null,
        approval_sequence bigint not null,
        item int not null,
        product text not null,
        operation text not null,
        subject text not null,
        author text not null,
        asked_in bigint not null,
        request_hash bytea not null,
        sequence text,
        numbers text,
        content text,
        summary text not null,
        state text not null,
        mark text,
        held_until timestamp,
        day date,
        send_at timestamp,
        next_try timestamptz,
        call uuid,
        note text,
        ended_at timestamptz,
        primary key (merchant, approval_sequence, item),
        check (state in ('WAITING', 'RELEASED', 'SENDING', 'ACCEPTED', 'REFUSED', 'NOT_STORED', 'RETURNED', 'WITHDRAWN', 'MISSED'))
      )`);
    await db.query(`comment on table held_item is
      'changes that wait for a second person, or for being sent after the release (docs/gateway.md)'`);
    await db.query(
      `comment on column held_item.content is 'JSON, sealed: the item as it was sent; none once it is settled'`,
    );
    await db.query(`comment on column held_item.summary is 'JSON, sealed: what lists show of it'`);
    await db.query(`comment on column held_item.sequence is 'of its contract'`);
    await db.query(`comment on column held_item.numbers is 'client and contract number as JSON, or the client number'`);
    await db.query(`comment on column held_item.mark is 'of what the release was for: anything else waits again'`);
    await db.query(
      `comment on column held_item.held_until is 'of a payout to a new or changed account; by business time, as the others'`,
    );
    await db.query(`comment on column held_item.day is 'of a payout: the first day on which it pays'`);
    await db.query(`comment on column held_item.send_at is 'of a released payout: when it is sent'`);
    await db.query(`comment on column held_item.next_try is 'when it is sent, or tried again'`);
    await db.query(`comment on column held_item.call is 'the outgoing call, while and after it is sent'`);
    await db.query(`comment on column held_item.note is 'sealed: why it was refused, or waits again'`);
    await db.query(`comment on column held_item.ended_at is 'when its outcome became known'`);
    await db.query(`create index held_item_next on held_item (next_try) where state = 'RELEASED'`);
    await db.query(`
      create index held_item_open on held_item (merchant, product, operation) where state in ('WAITING', 'RELEASED', 'SENDING')`);
    await db.query(`create index held_item_ended on held_item (merchant, ended_at) where ended_at is not null`);
    await db.query(`create index held_item_call on held_item (merchant, call) where state = 'SENDING'`);
    await db.query(`
      create table counted_payout (
        merchant text not null,
        counted bigint not null default nextval('record_sequence'),
        approval_sequence bigint,
        item int,
        call uuid,
        place int,
        account text not null,
        day date not null,
        cents bigint not null,
        prepared_by text not null,
        prepared_on date not null,
        prepared_in text not null,
        accepted boolean not null default false,
        primary key (merchant, counted)
      )`);
    await db.query(`comment on table counted_payout is
      'payments to a provider that count for the limits of four eyes: held, on their way, unknown, unclear or accepted'`);
    await db.query(`comment on column counted_payout.account is 'a keyed hash of the bank details'`);
    await db.query(`create index counted_payout_account on counted_payout (merchant, account, day)`);
    await db.query(`create index counted_payout_preparer on counted_payout (merchant, prepared_by, prepared_on)`);
    await db.query(`create index counted_payout_call on counted_payout (merchant, call) where call is not null`);
    await db.query(
      `create index counted_payout_held on counted_payout (merchant, approval_sequence) where approval_sequence is not null`,
    );
    for (const table of ['held_item', 'counted_payout']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      await db.query(
        `create policy of_maintenance on ${table} to collections_maintenance using (true) with check (true)`,
      );
      await db.query(`grant select on ${table} to collections_maintenance`);
    }
    await db.query(`grant select, insert, update on held_item to collections_app`);
    await db.query(`grant select, insert, update, delete on counted_payout to collections_app`);
    // A call's role does not read sign-ins.
    await db.query(`
      create or replace function present_rights(subject text)
        returns table (permissions text[], merchants text[], roles text[], is_program boolean)
        language sql stable strict security definer set search_path = ''
        as $$
          select permissions, merchants, roles, false from sign_in.person where username = subject and not disabled
          union all
          select permissions, merchants, '{}', true from sign_in.program where client_id = subject and not disabled
        $$`);
    await db.query(`comment on function present_rights(text) is
      'of who prepared something that is sent later; no row for who may not sign in any more'`);
    await db.query(`revoke execute on function present_rights(text) from public`);
    await db.query(`grant execute on function present_rights(text) to collections_app`);
  },
};
