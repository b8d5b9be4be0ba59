/**
 * The entry of `foretype`: compiled modules are kept, so that the next start is quicker; memory is to be given back; then
 * the program. JavaScript, since this file is read before the kept ones are, and to take the types out of a single file
 * loads a compiler.
 */
import * as module from 'node:module';

if (Number(process.versions.node.split('.')[0]) < 26) {
  process.stderr.write(
    `Foretype needs Node 26, and this is ${process.version}. Use npm start or npm run foretype, which bring it.\n`,
  );
  process.exit(1);
}
module.enableCompileCache();
// Errors name the sources of packed modules.
module.setSourceMapsSupport(true);
// Imported only now, since what is imported above would be compiled before the cache is there.
const { programFile } = await import('./packed.js');
if (process.argv[2] === 'serve') {
  const [{ wholeEnvironment }, { beginWithLeanMemory }] = await Promise.all([
    import(programFile(new URL('./config.ts', import.meta.url))),
    import(programFile(new URL('./native-memory.ts', import.meta.url))),
  ]);
  beginWithLeanMemory(wholeEnvironment());
}
const { runProgram } = await import(programFile(new URL('./cli/program.ts', import.meta.url)));
process.exitCode = await runProgram(process.argv.slice(2));
