#!/usr/bin/env node
/**
 * `foretype` after `npm link` or in an image: the caller's node may be older than the one this project brings, and would not run
 * TypeScript; then the bundled one takes over, and signals reach it. It changes no argument and has no options of its own. Where no
 * Node 26 is found it ends with code 1; otherwise with the code of the command, or 128 after a signal.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../server/main.js', import.meta.url);
if (Number(process.versions.node.split('.')[0]) >= 26) {
  await import(main.href);
} else {
  const bundled = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  if (!existsSync(bundled)) {
    process.stderr.write('foretype needs Node 26: run npm ci in its folder, which brings it.\n');
    process.exit(1);
  }
  const child = spawn(bundled, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}
