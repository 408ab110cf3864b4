import { rmdir } from 'node:fs/promises';
import { readServerLock } from '#service/database/cluster.ts';
import { clusterFolder, exists, findDataFolder, type DataFolder } from '#service/database/data-folder.ts';
import { openDatabase, type Database } from '#service/database/open.ts';

/**
 * Opens the database of the settings, for a command next to the service: the one that `databaseUrl` names; else the
 * embedded one, over its socket while a service runs it, or started for as long as it is open.
 * @throws Error of one line, also when the folder holds no database and `mustExist` is set.
 */
export async function openBeside(
  settings: { databaseUrl?: string; dataDirectory: string },
  { mustExist = false, mayBeStandby = false } = {},
): Promise<Database> {
  if (settings.databaseUrl) return openDatabase({ ...settings, poolSize: 1, mayBeStandby });
  const dataFolder = await findDataFolder(settings.dataDirectory);
  if (mustExist && !(await exists(clusterFolder(dataFolder)))) {
    // rmdir removes only empty folders, so those that were created just now.
    for (const folder of [dataFolder.home, dataFolder.directory]) await rmdir(folder).catch(() => undefined);
    throw new Error(
      `there is no database in ${dataFolder.directory}: choose its folder with DATA_DIR, or set DATABASE_URL`,
    );
  }
  return (await openRunning(dataFolder)) ?? openDatabase({ dataDirectory: settings.dataDirectory, poolSize: 1 });
}

async function openRunning(dataFolder: DataFolder): Promise<Database | undefined> {
  const { port, socketFolder } = await readServerLock(dataFolder);
  if (!port || !socketFolder) return undefined;
  const url = `postgres://postgres@localhost:${port}/postgres?sslmode=disable&host=${encodeURIComponent(socketFolder)}`;
  // A killed server left the file: no server answers, so we may start it.
  const database = await openDatabase({
    databaseUrl: url,
    dataDirectory: dataFolder.directory,
    poolSize: 1,
    waitMs: 0,
  }).catch(() => undefined);
  return (
    database && { ...database, description: `the embedded database in ${dataFolder.directory}, while it is in use` }
  );
}
