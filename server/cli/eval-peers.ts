/**
 * The peers of an evaluation: other engines, run by a program of the folder `bench/` in a process of its own. They are development
 * dependencies, so that folder and its packages may be absent; nothing of it is imported. A peer that cannot run replies with its
 * reason; only a missing program or one that ends with an error rejects. There is no time limit: the caller's terminal is the way to
 * stop it. Latencies are microseconds.
 */
// Tests: test/scenarios/eval.test.ts.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PeerReply, PeerRequest } from '../evaluation/peer-protocol.ts';

const defaultProgram = join(fileURLToPath(new URL('../../bench/', import.meta.url)), 'evaluate-peers.ts');

/** Asks every peer the same questions; one reply a peer. Rejects where the program is absent or breaks. */
export async function askPeers(request: PeerRequest, program = defaultProgram): Promise<PeerReply[]> {
  if (!existsSync(program)) {
    throw new Error(
      `--peers needs ${program} and its packages: use a clone of the project, after npm ci with development dependencies.`,
    );
  }
  // Output of packages goes to standard error: standard output is the report's.
  const child = fork(program, { serialization: 'advanced', stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(child, 'exit');
  const replies: PeerReply[] = [];
  // The program beside it is typed with the same protocol.
  child.on('message', (message) => replies.push(message as PeerReply));
  // A process that is gone already is known by its exit code.
  child.send(request, () => {});
  const [code] = await ended;
  if (code !== 0) throw new Error(`the peers' process ended with ${code ?? 'a signal'}`);
  return replies;
}
