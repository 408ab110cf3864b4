// npm run inventory: writes the documents that are generated from the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { coverageText } from '../checks/coverage.ts';
import { interfaceText } from '../checks/interface.ts';
import { faultCodesText } from '../src/contract/fault-codes.ts';

writeFileSync(new URL('../docs/coverage.md', import.meta.url), coverageText());
writeFileSync(new URL('../docs/errors.md', import.meta.url), faultCodesText());
const page = new URL('../docs/interface.md', import.meta.url);
writeFileSync(page, interfaceText(readFileSync(page, 'utf8')));
