/**
 * The beginning of every thread: it has compiled modules kept between starts, which node does for the main thread only. Then the thread
 * itself, whose file is the first argument. JavaScript, since to take the types out of a single file loads a compiler of 300 ms. It
 * does no work of its own. Without a file it throws, and so the thread ends; whatever the file throws ends it, too.
 */
import { enableCompileCache, setSourceMapsSupport } from 'node:module';

const [, , file] = process.argv;
if (file === undefined) throw new Error('thread-entry.js takes the file of a thread');
enableCompileCache();
// Errors name the sources of packed modules.
setSourceMapsSupport(true);
// Imported only now, since what is imported above would be compiled before the cache is there.
await import(file);
const { programFile } = await import('../../packed.js');
const { shrinkHeap } = await import(programFile(new URL('./idle-heap.ts', import.meta.url)));
shrinkHeap();
