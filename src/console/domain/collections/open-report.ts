import type { ReportOpener } from '#report-engine/protocol.ts';
import { WorkerReport } from '#report-engine/worker-report.ts';

export const openReport: ReportOpener = (spec) =>
  new WorkerReport(spec, new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' }));
