import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

/** Prints by how much the process is larger after it let go of many large things, each beside a small one that it keeps. */
const program = `
  const { beginWithLeanMemory } = await import(${JSON.stringify(new URL('./native-memory.ts', import.meta.url).href)});
  beginWithLeanMemory(process.env);
  const before = process.memoryUsage.rss();
  const kept = [];
  const large = Array.from({ length: 400 }, () => {
    kept.push(new ArrayBuffer(4_096));
    const bytes = new Uint8Array(200 * 1_024).fill(1);
    return bytes.buffer;
  });
  const most = process.memoryUsage.rss();
  for (const buffer of large) buffer.transfer(0);
  process.stdout.write(JSON.stringify({ grown: most - before, left: process.memoryUsage.rss() - before, kept: kept.length }));
`;

test('large allocations leave no gaps once released', () => {
  const file = `data:text/javascript,${encodeURIComponent(program)}`;
  const { MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_, ...environment } = process.env;
  const output = execFileSync(process.execPath, ['--import', file, '--eval', ''], {
    env: environment,
    encoding: 'utf8',
  });
  const { grown, left } = JSON.parse(output) as { grown: number; left: number };
  assert.ok(grown > 60e6, `${grown} bytes more while they are held`);
  assert.ok(left < 20e6, `${left} bytes more after they were let go`);
});
