/** The commit and the machine of a measurement, for the reader who takes it again. */
// Tests: test/bench/data-files.test.ts.
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Describes commit and machine as the rest of a sentence. */
export function describeRun(): string {
  return `${describeCommit()}. Machine: ${describeMachine()}`;
}

/** Describes the commit of the code that runs, and whether files differ from it; documents do not count. */
function describeCommit(): string {
  try {
    const commit = git('rev-parse', '--short=10', 'HEAD').trim();
    const isChanged = git('status', '--porcelain', '--', '.', ':!docs', ':!*.md') !== '';
    return `commit \`${commit}\`${isChanged ? ' with changes' : ''}`;
  } catch {
    return 'an unknown commit';
  }
}

/** Describes cores, memory and runtime. */
function describeMachine(): string {
  const cores = cpus();
  const model = cores[0]?.model.trim() ?? 'unknown';
  return `${cores.length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

function git(...parameters: string[]): string {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  return execFileSync('git', parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
