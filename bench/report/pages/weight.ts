// The code that a report adds to a page: the grid over a row source and the engine behind it.
export { SourceGrid } from '../../../src/kit/data-grid/source.tsx';
export { openReport } from '../../../src/console/domain/collections/open-report.ts';
