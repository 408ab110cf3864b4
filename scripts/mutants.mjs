// npm run mutants: breaks each guard of checks/mutants.ts in a copy of the sources, and checks that its test notices.
// `npm run mutants -- code passkey` tries those whose name contains one of the words.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { prepareClone, root } from './prepare.mjs';

prepareClone({ isBuilt: false });
/** @type {{ mutants: readonly import('../checks/mutant.ts').Mutant[] }} */
const { mutants } = await tsImport('../checks/mutants.ts', import.meta.url);
const words = process.argv.slice(2);
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const copy = mkdtempSync(join(tmpdir(), 'collections-mutants-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of [
  'src',
  'scripts',
  'checks',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
])
  cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

let survived = 0;
for (const { name, file, from, to, test } of chosen) {
  const [testFile, title] = test;
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const step = testFile.startsWith('src/service') ? 'service' : 'unit';
  const { stdout } = spawnSync(process.execPath, ['scripts/test.mjs', '--only', step, testFile], {
    cwd: copy,
    encoding: 'utf8',
  });
  writeFileSync(path, source);
  const isCaught = stdout.includes(`✖ ${title}`);
  if (!isCaught) survived++;
  console.log(`${isCaught ? 'caught  ' : 'SURVIVED'}  ${name}`);
}
console.log(`${chosen.length - survived} of ${chosen.length} mutants caught`);
if (survived > 0 || chosen.length === 0) process.exitCode = 1;
