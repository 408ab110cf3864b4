// The figures of the service, measured on the built product with its embedded database, as users have it.
import { freePort } from '../scripts/ports.mjs';
import { inFolder } from './last.mjs';
import { startService } from './service-process.mjs';
import { audit } from './service/audit.mjs';
import { batches } from './service/batches.mjs';
import { numbers } from './service/numbers.mjs';
import { peers } from './service/peers.mjs';
import { fillReport, report } from './service/report.mjs';
import { retrieves } from './service/retrieves.mjs';
import { tokenFor } from './wire.mjs';

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const serviceFigures = () =>
  inFolder('bench', async (folder) => {
    const port = await freePort();
    const start = () => startService(port, { DATA_DIR: folder });
    const figures = [];
    let service = await start();
    try {
      const token = await tokenFor(service.origin, '1001');
      figures.push(...(await retrieves(service, folder, token)));
      figures.push(...(await batches(service, folder, token)));
      figures.push(...(await peers(service, folder, token)));
      figures.push(...(await audit(folder)));
      await fillReport(folder);
      await service.end();
      service = await start();
      figures.push(...(await report(service, folder, await tokenFor(service.origin, '1016'))));
    } finally {
      await service.end();
    }
    figures.push(...(await numbers()));
    return figures;
  });
