/**
 * The entry of `foretype`. It turns on the cache of compiled modules, sets up native memory for a server, and runs the command. It is
 * JavaScript because it runs before the cache is on, and taking the types out of one file loads a compiler. It does nothing else and
 * never serves by itself. A Node before version 26 ends with code 1 and advice; any other fault is the command's to report.
 */
import * as module from 'node:module';

if (Number(process.versions.node.split('.')[0]) < 26) {
  // Where the C library is not glibc, the Node that npm installs cannot start, and the shell falls back to the system's.
  const hasGlibc = process.platform !== 'linux' || 'glibcVersionRuntime' in process.report.getReport().header;
  const advice = hasGlibc
    ? 'Use npm start or npm run foretype, which bring it.'
    : 'The one that npm brings needs glibc, which this system lacks: install Node 26, or use an image such as node:26-slim.';
  process.stderr.write(`Foretype needs Node 26, and this is ${process.version}. ${advice}\n`);
  process.exit(1);
}
module.enableCompileCache();
// Errors name the sources of packed modules.
module.setSourceMapsSupport(true);
// Imported only now: imports at the top would be compiled before the cache is on.
const { programFile } = await import('./packed.js');
if (process.argv[2] === 'serve') {
  const [{ wholeEnvironment }, { beginWithLeanMemory }] = await Promise.all([
    import(programFile(new URL('./settings/config.ts', import.meta.url))),
    import(programFile(new URL('./process/native-memory.ts', import.meta.url))),
  ]);
  beginWithLeanMemory(wholeEnvironment());
}
const { runProgram } = await import(programFile(new URL('./cli/program.ts', import.meta.url)));
process.exitCode = await runProgram(process.argv.slice(2));
