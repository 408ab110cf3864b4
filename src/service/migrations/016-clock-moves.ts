import type { Migration } from '#service/database/migrate.ts';

/** How far clearing has caught up with a test clock that was moved, so that it can be told while it lasts. */
export const clockMoves: Migration = {
  async up(db) {
    await db.query(`
      alter table test_clock
        add column moved_from timestamp,
        add column moved_to timestamp,
        add column caught_up_days int`);
    await db.query(`
      comment on column test_clock.caught_up_days is
        'the days_ahead up to which everything has happened; another than days_ahead while a move is under way'`);
  },
};
