// The code that a report adds to a page: the grid over a row source and the engine behind it.
export { SourceGrid } from '../../../src/console/kit/data-grid/source.tsx';
export { openReport } from '../../../src/console/report-engine/open-report.ts';
