// The database of a running product, spoken to directly.
import path from 'node:path';
import pg from 'pg';

/**
 * How to reach the embedded server of a data folder: its socket, in the folder that only its user and root may enter.
 * @param {string} folder
 */
export const embeddedAt = (folder) => ({
  host: path.join(folder, 'postgres'),
  port: 5432,
  user: 'postgres',
  database: 'postgres',
});

/**
 * @template T
 * @param {string} folder
 * @param {(client: pg.Client) => Promise<T>} work
 */
export async function withDatabase(folder, work) {
  const client = new pg.Client(embeddedAt(folder));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
