// Reads the entries of a merchant's audit as the proof does, 5,000 at a time, and does nothing with them.
import { withDatabase } from '../database.mjs';

const pageSize = 5000;

await withDatabase(process.argv[2] ?? '', async (sql) => {
  let sequence = 0;
  for (;;) {
    const { rows } = await sql.query(
      `select sequence, hash, entry from audit_entry where merchant = 'BENCH' and sequence > $1 order by sequence limit $2`,
      [sequence, pageSize],
    );
    sequence = Number(rows.at(-1)?.sequence ?? sequence);
    if (rows.length < pageSize) break;
  }
  console.log(`${sequence} entries`);
});
