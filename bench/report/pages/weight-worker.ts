import { readSlice } from '../../../src/console/api/http.ts';
import { runEngine } from '../../../src/report-engine/run-engine.ts';

runEngine(readSlice);
