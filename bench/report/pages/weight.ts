// The code that a report adds to a page: the grid over a row source and the engine behind it.
export { SourceGrid } from '../../../src/kit/data-grid/source.tsx';
export { WorkerReport } from '../../../src/report-engine/worker-report.ts';

export const startEngine = () => new Worker(new URL('./weight-worker.ts', import.meta.url), { type: 'module' });
