import type { Migration } from '#service/database/migrate.ts';

/** What belongs to an organisation: its cases, and the template messages that it sends. */
export const messages: Migration = {
  async up(db) {
    await db.query(`
      create table case_record (
        organisation text not null references organisation,
        case_number text not null,
        company text not null,
        external_ref text,
        subject text not null,
        category text,
        description text,
        creator_idno text,
        creator_name text,
        creator_surname text,
        creator_cellphone text,
        creator_email text,
        attachment jsonb not null default '[]' check (jsonb_typeof(attachment) = 'array'),
        status text not null,
        primary key (organisation, case_number),
        unique (organisation, external_ref)
      )`);

    await db.query(`
      create table message_sender (
        organisation text not null references organisation,
        sender text not null,
        primary key (organisation, sender)
      )`);

    // The body holds {{1}}, {{2}} …; a header other than TEXT needs a media address in each message.
    await db.query(`
      create table message_template (
        organisation text not null references organisation,
        template_name text not null,
        language text not null,
        template_status text not null check (template_status in ('APPROVED', 'PENDING', 'REJECTED', 'PAUSED')),
        header_type text check (header_type in ('TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT')),
        body text not null,
        primary key (organisation, template_name, language)
      )`);

    await db.query(`
      create table message (
        organisation text not null references organisation,
        message_id text not null,
        sender text not null,
        recipient text not null,
        content jsonb not null,
        url_options jsonb,
        callback_data text,
        notify_url text,
        status text not null
          check (status in ('PENDING_ACCEPTED', 'DELIVERED_TO_HANDSET', 'EXPIRED_EXPIRED',
            'UNDELIVERABLE_NOT_DELIVERED')),
        sent_by text not null,
        sent_date timestamp not null,
        done_date timestamp,
        delivery_id uuid not null default gen_random_uuid(),
        primary key (organisation, message_id)
      )`);
    await db.query(`comment on column message.delivery_id is 'names the delivery report, the same in every attempt'`);

    for (const table of ['case_record', 'message_sender', 'message_template', 'message']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_organisation on ${table}
          using (organisation = current_setting('app.organisation', true))
          with check (organisation = current_setting('app.organisation', true))`);
      await db.query(`create policy of_keeper on ${table} to collections_keeper using (true) with check (true)`);
      await db.query(`grant select, insert on ${table} to collections_keeper`);
      await db.query(`grant select on ${table} to collections_app`);
    }
    await db.query(`grant insert, update on message to collections_app`);

    // Secrets lie where the role of a call cannot reach.
    await db.query(`
      create table sign_in.message_sign_in (
        username text primary key,
        organisation text not null references organisation,
        password_hash text not null,
        sandbox boolean not null default false,
        disabled boolean not null default false
      )`);
    await db.query(`
      create table sign_in.callback_secret (
        organisation text primary key references organisation,
        secret text not null
      )`);
    await db.query(`
      comment on column sign_in.callback_secret.secret is 'signs delivery reports; the receiver holds it too'`);
  },
};
