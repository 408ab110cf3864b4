import type { Migration } from '#service/database/migrate.ts';

/** What the forms of a merchant begin with, for everybody who works there. */
export const formDefaults: Migration = {
  async up(db) {
    await db.query(`alter table merchant add form_defaults jsonb not null default '{}'`);
    await db.query(`comment on column merchant.form_defaults is 'by product and form'`);
    await db.query(`grant update (form_defaults) on merchant to collections_maintenance`);
  },
};
