import type { Migration } from '#service/database/migrate.ts';

/** People have roles for each merchant, in addition to the permissions that were given to them one by one. */
export const roles: Migration = {
  async up(db) {
    await db.query(`alter table sign_in.person add roles text[] not null default '{}'`);
    await db.query(`comment on column sign_in.person.roles is 'as role:merchant; the merchant * is every merchant'`);
    await db.query(`drop trigger begins_epoch on sign_in.person`);
    await db.query(`
      create trigger begins_epoch before update on sign_in.person for each row
        when ((old.password_hash, old.permissions, old.merchants, old.roles, old.disabled)
          is distinct from (new.password_hash, new.permissions, new.merchants, new.roles, new.disabled))
        execute function sign_in.begin_epoch()`);
  },
};
