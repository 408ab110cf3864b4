// Direct access to the database of a running product.
import path from 'node:path';
import pg from 'pg';

/**
 * Connection options of a data folder's embedded server: its socket, in the folder that only its user and root may
 * enter.
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
