import { writeFileSync } from 'node:fs';
import { inventory } from '../src/contract/operations.ts';

writeFileSync(new URL('../src/contract/inventory.txt', import.meta.url), inventory());
