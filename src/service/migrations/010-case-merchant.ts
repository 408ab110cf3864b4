import type { Migration } from '#service/database/migrate.ts';

/** A case belongs to a merchant of its organisation: nobody else's staff is to read who opened it. */
export const caseMerchant: Migration = {
  async up(db) {
    await db.query(`alter table case_record add column merchant text`);
    await db.query(`
      comment on column case_record.merchant is
        'null: stored before cases had one, and nothing tells which; read by those who have all merchants'`);
    // Policies hold for the owner, too.
    const tables = ['case_record', 'merchant'];
    for (const name of tables) await db.query(`alter table ${name} no force row level security`);
    await db.query(`
      update case_record set merchant = coalesce(
        (select min(merchant.merchant) from merchant
          where merchant.merchant = any(organisation.merchants) and merchant.name = case_record.company
          having count(*) = 1),
        case when cardinality(organisation.merchants) = 1 then organisation.merchants[1] end)
      from organisation where organisation.organisation = case_record.organisation`);
    for (const name of tables) await db.query(`alter table ${name} force row level security`);
  },
};
