// npm run inventory: writes what is generated from the contract, for reviewers and readers.
import { writeFileSync } from 'node:fs';
import { coverageText } from '../checks/coverage.ts';
import { faultCodesText } from '../src/contract/fault-codes.ts';
import { inventory } from '../src/contract/operations.ts';

writeFileSync(new URL('../src/contract/inventory.txt', import.meta.url), inventory());
writeFileSync(new URL('../docs/coverage.md', import.meta.url), coverageText());
writeFileSync(new URL('../docs/errors.md', import.meta.url), faultCodesText());
