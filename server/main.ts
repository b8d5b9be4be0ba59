/** The entry of `foretype`: compiled modules are kept, so that the next start is quicker; then the program. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
// Imported only now, since what is imported above would be compiled before the cache is there.
const { runProgram } = await import('./cli/program.ts');
process.exitCode = await runProgram(process.argv.slice(2));
