import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's folder, which programs of the service run in. */
export const project = fileURLToPath(new URL('../../../', import.meta.url));

const compiled = process.env['TEST_PROGRAMS'];

/** The address of a program's module: of what `npm test` compiled once for all of its processes, else of its source. */
export const moduleOf = (name: 'main' | 'cli/operate'): string =>
  compiled ? `${pathToFileURL(compiled).href}/${name}.mjs` : new URL(`../${name}.ts`, import.meta.url).href;

/** What `node` is given before the name of a module so that it can load it. */
export const loader: readonly string[] = compiled ? ['--enable-source-maps'] : ['--import', 'tsx'];

/** The arguments with which `node` runs the service, as `npm start` does after its build. */
export const serviceProgram: readonly string[] = [...loader, fileURLToPath(moduleOf('main'))];
