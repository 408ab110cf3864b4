import type { Migration } from '#service/database/migrate.ts';

/** The late returns that were there at a close: a bank may give a later one an earlier date. */
export const returnsAtClose: Migration = {
  async up(db) {
    await db.query(`alter table month_close add returns_known bigint[]`);
    await db.query(`comment on column month_close.returns_known is 'null for closes from before this was kept'`);
  },
};
