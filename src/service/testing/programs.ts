import { fileURLToPath, pathToFileURL } from 'node:url';
import { settingNames } from '#service/config/settings.ts';
import { testNow } from './run.ts';

/** The project's folder; programs of the service run in it. */
export const project = fileURLToPath(new URL('../../../', import.meta.url));

const compiled = process.env['TEST_PROGRAMS'];

/** The URL of a program's module: the one that `npm test` compiled once for all processes, else its source. */
export const moduleOf = (name: 'main' | 'cli/operate'): string =>
  compiled ? `${pathToFileURL(compiled).href}/${name}.mjs` : new URL(`../${name}.ts`, import.meta.url).href;

/** Options that `node` needs to load such a module. */
export const loader: readonly string[] = compiled ? ['--enable-source-maps'] : ['--import', 'tsx'];

/** The arguments with which `node` runs the service, as `npm start` does after its build. */
export const serviceProgram: readonly string[] = [...loader, fileURLToPath(moduleOf('main'))];

/**
 * The environment of a program of ours that a test starts: this process's, which may move the machine's clock, without a
 * person's settings. A sandbox has the tests' business time; without a sandbox there is only the machine's.
 */
export const programEnvironment = (settings: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(settingNames.map((name) => [name, ''])),
  SANDBOX_NOW: settings['SANDBOX'] === 'off' ? '' : testNow,
  LOG_LEVEL: 'fatal',
  ...settings,
});
