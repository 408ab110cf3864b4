import { sql, type Migration } from 'kysely';

/** A case belongs to a merchant of its organisation: nobody else's staff is to read who opened it. */
export const caseMerchant: Migration = {
  async up(db) {
    await sql`alter table case_record add column merchant text`.execute(db);
    await sql`
      comment on column case_record.merchant is
        'null: stored before cases had one, and nothing tells which; read by those who have all merchants'`.execute(db);
    // Policies hold for the owner, too.
    const tables = ['case_record', 'merchant'].map((table) => sql.table(table));
    for (const name of tables) await sql`alter table ${name} no force row level security`.execute(db);
    await sql`
      update case_record set merchant = coalesce(
        (select min(merchant.merchant) from merchant
          where merchant.merchant = any(organisation.merchants) and merchant.name = case_record.company
          having count(*) = 1),
        case when cardinality(organisation.merchants) = 1 then organisation.merchants[1] end)
      from organisation where organisation.organisation = case_record.organisation`.execute(db);
    for (const name of tables) await sql`alter table ${name} force row level security`.execute(db);
  },
};
