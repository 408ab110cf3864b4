// Ways to keep reports of a growing table fast; each is applied to the product's own table, under the running product.

/** @typedef {import('pg').Client} Client */

const primaryKey = 'alter table change add primary key (merchant, change_sequence)';
const byTime = 'create index change_by_time on change (merchant, product, subject, change_date, change_sequence)';
const byContract = 'create index change_by_contract on change (merchant, contract_sequence)';
const brin = 'create index change_brin on change using brin (change_date) with (pages_per_range = 32)';

/**
 * Drops the indexes: filling a table takes a third of the time without them.
 * @param {Client} sql
 */
export async function bare(sql) {
  const { rows } = await sql.query(
    `select indexname as name from pg_indexes where tablename = 'change' and indexname <> 'change_pkey'`,
  );
  await sql.query('alter table change drop constraint if exists change_pkey');
  for (const { name } of rows) await sql.query(`drop index "${name}"`);
}

/**
 * The indexes of migrations 001 and 003.
 * @param {Client} sql
 */
export async function today(sql) {
  for (const text of [primaryKey, byTime, byContract]) await sql.query(text);
}

/** @param {Client} sql */
async function brinForOrder(sql) {
  await sql.query('drop index change_by_time');
  await sql.query(brin);
}

/**
 * A partition per month. The key of a partitioned table must contain the partition column.
 * @param {Client} sql
 */
async function monthly(sql) {
  await bare(sql);
  await sql.query('begin');
  await sql.query('create table parted (like change including defaults) partition by range (change_date)');
  await sql.query(`
    do $$ begin
      for month in 0..131 loop
        execute format('create table change_%s partition of parted for values from (%L) to (%L)', month,
          timestamp '2016-11-01' + make_interval(months => month), timestamp '2016-11-01' + make_interval(months => month + 1));
      end loop;
    end $$`);
  await sql.query('insert into parted select * from change');
  await sql.query('drop table change');
  await sql.query('alter table parted rename to change');
  await sql.query('commit');
  await sql.query('alter table change add primary key (merchant, change_sequence, change_date)');
  for (const text of [byTime, byContract]) await sql.query(text);
  for (const text of [
    'alter table change enable row level security',
    'alter table change force row level security',
    `create policy of_merchant on change using (merchant = current_setting('app.merchant', true))
      with check (merchant = current_setting('app.merchant', true))`,
    'create policy of_maintenance on change to collections_maintenance using (true) with check (true)',
    'grant select, insert on change to collections_app, collections_maintenance',
  ])
    await sql.query(text);
}

/** Each is applied after the previous one. */
export const means = [
  { name: "today's indexes", lay: undefined },
  { name: 'BRIN on the time, instead of the index in the order of reports', lay: brinForOrder },
  { name: "a partition for each month, with today's indexes", lay: monthly },
  { name: 'partitions and BRIN', lay: brinForOrder },
];

/**
 * Partitions included.
 * @param {Client} sql
 * @returns {Promise<{ table: number, indexes: number }>}
 */
export async function sizes(sql) {
  const { rows } = await sql.query(
    `select sum(pg_table_size(relid))::float8 as table, sum(pg_indexes_size(relid))::float8 as indexes
      from pg_partition_tree('change') where isleaf
      having count(*) > 0
      union all
      select pg_table_size('change'), pg_indexes_size('change') where not exists (select from pg_partition_tree('change'))`,
  );
  return rows[0];
}
