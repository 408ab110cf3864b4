// npm run inventory: writes what is generated from the contract, for reviewers and readers.
import { writeFileSync } from 'node:fs';
import { coverageText } from '../e2e/coverage.ts';
import { inventory } from '../src/contract/operations.ts';

writeFileSync(new URL('../src/contract/inventory.txt', import.meta.url), inventory());
writeFileSync(new URL('../docs/coverage.md', import.meta.url), coverageText());
