import type { Migration } from '#service/database/migrate.ts';

/**
 * The role for jobs and backups is named after what it does. Roles belong to the whole server, where another database may
 * still use the former one: a role beside it takes over its rights and policies here, and the former one is left with none.
 */
export const maintenanceRole: Migration = {
  async up(db) {
    await db.query(`
      do $$ begin
        create role collections_maintenance nologin;
      exception when duplicate_object or unique_violation then null;
      end $$`);
    await db.query(`grant collections_maintenance to current_user`);
    await db.query(`grant usage on schema public to collections_maintenance`);
    await db.query(`grant update (name, disabled) on merchant to collections_maintenance`);
    await db.query(`grant execute on function account_mark to collections_maintenance`);
    await db.query(`
      do $$ declare it record; begin
        for it in
          select c.relname, case c.relkind when 'S' then 'sequence' else 'table' end as kind,
            string_agg(right_of.privilege_type, ', ') as rights
          from pg_class c, aclexplode(c.relacl) right_of
          where c.relnamespace = 'public'::regnamespace and right_of.grantee = 'collections_keeper'::regrole
          group by 1, 2
        loop
          execute format('grant %s on %s %I to collections_maintenance', it.rights, it.kind, it.relname);
        end loop;
        for it in select tablename from pg_policies where schemaname = 'public' and policyname = 'of_keeper' loop
          execute format('alter policy of_keeper on %I to collections_maintenance', it.tablename);
          execute format('alter policy of_keeper on %I rename to of_maintenance', it.tablename);
        end loop;
      end $$`);
    await db.query(`revoke all on all tables in schema public from collections_keeper`);
    await db.query(`revoke all on all sequences in schema public from collections_keeper`);
    await db.query(`revoke all on function account_mark from collections_keeper`);
    await db.query(`revoke all on schema public from collections_keeper`);
  },
};
