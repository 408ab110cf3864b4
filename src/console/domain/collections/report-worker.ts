import { readSlice } from '#console/api/http.ts';
import { runEngine } from '#report-engine/run-engine.ts';

runEngine(readSlice);
