/** Finds tests that may not share the process of the unit tests, which has no PostgreSQL server beside it. */
import { kindOf } from '../../bin/test-files.ts';
import { findImports } from './imports.ts';
import type { Rule } from './offence.ts';

/** Exports that start a thread, a process or a socket, by module; null where all of them do. */
const livePackages: ReadonlyMap<string, ReadonlySet<string> | null> = new Map([
  ['node:child_process', null],
  ['node:worker_threads', new Set(['Worker'])],
  ...['node:http', 'node:https', 'node:net', 'node:tls'].map(
    (name) =>
      [
        name,
        new Set(['createServer', 'connect', 'createConnection', 'request', 'get', 'Server', 'Socket']),
      ] as const,
  ),
]);

const liveSupport = /^test\/support\/(?:engines|postgres|use-service|start-|fake-|hostile-feed-server)/;

/** A test that needs a database, a socket, a thread or a process is called `x.live.test.ts`. */
export const liveTestsAreNamedSo: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.test.ts') && kindOf(path) === 'unit')
    .flatMap((file) =>
      findImports(file)
        .filter(({ isTypeOnly }) => !isTypeOnly)
        .filter(({ specifier, target, names }) => {
          if (target !== null) return liveSupport.test(target);
          const live = livePackages.get(specifier);
          return (
            live === null || (live !== undefined && names.some((name) => name === '*' || live.has(name)))
          );
        })
        .map(({ line, specifier }) => ({
          path: file.path,
          line,
          message: `is a unit test and imports ${specifier}: call it ${file.path.replace('.test.ts', '.live.test.ts')}.`,
        })),
    );
