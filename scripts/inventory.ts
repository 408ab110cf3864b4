// npm run inventory: writes the documents that are generated.
import { readFileSync, writeFileSync } from 'node:fs';
import { coverageText } from '../checks/coverage.ts';
import { guideText } from '../checks/guide.ts';
import { interfaceText } from '../checks/interface.ts';
import { trustText } from '../checks/trust.ts';
import { faultCodesText } from '../src/contract/fault-codes.ts';

writeFileSync(new URL('../docs/coverage.md', import.meta.url), coverageText());
writeFileSync(new URL('../docs/errors.md', import.meta.url), faultCodesText());
writeFileSync(new URL('../docs/trust.md', import.meta.url), trustText());
writeFileSync(new URL('../docs/guide.md', import.meta.url), guideText());
const page = new URL('../docs/interface.md', import.meta.url);
writeFileSync(page, interfaceText(readFileSync(page, 'utf8')));
