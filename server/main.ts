/** The entry of `foretype`: memory is to be given back; compiled modules are kept, so that the next start is quicker; then the program. */
import { enableCompileCache } from 'node:module';
import { wholeEnvironment } from './config.ts';
import { beginWithLeanMemory } from './native-memory.ts';

if (process.argv[2] === 'serve') beginWithLeanMemory(wholeEnvironment());
enableCompileCache();
// Imported only now, since what is imported above would be compiled before the cache is there.
const { runProgram } = await import('./cli/program.ts');
process.exitCode = await runProgram(process.argv.slice(2));
