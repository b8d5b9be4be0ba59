/**
 * The peers of `foretype eval --peers`, in a process of their own: takes one request over its parent's channel and answers with one
 * reply a peer. A peer that cannot run here says why, and the others go on. It has no limit of time. It takes one request only; an
 * error outside of a peer ends the process with a code other than 0, which its parent reports.
 */
// Tests: none; `npm run bench` runs it.
import { recordAnswers } from '../server/evaluation/contestant.ts';
import type { PeerReply, PeerRequest } from '../server/evaluation/peer-protocol.ts';
import type { Peer } from './peers/peer.ts';

/** Loaded one by one, so that a package that is not installed costs its own peer only. */
const sources: readonly { readonly name: string; load(): Promise<readonly Peer[]> }[] = [
  { name: 'SQLite FTS5', load: async () => (await import('./peers/sqlite-fts5.ts')).sqliteFts5 },
  { name: 'PostgreSQL', load: async () => (await import('./peers/postgres.ts')).postgres },
  { name: 'MiniSearch', load: async () => (await import('./peers/minisearch.ts')).minisearch },
  { name: 'FlexSearch', load: async () => (await import('./peers/flexsearch.ts')).flexsearch },
  { name: 'Orama', load: async () => (await import('./peers/orama.ts')).orama },
];

// Without its parent no process waits for the answers.
process.once('disconnect', () => process.exit());
process.once('message', async (message) => {
  const request = message as PeerRequest;
  for (const { name, load } of sources) {
    try {
      for (const peer of await load()) await reply(await ask(peer, request));
    } catch (error) {
      await reply({ name, failure: reasonOf(error) });
    }
  }
  process.disconnect?.();
});

async function ask(peer: Peer, { products, questions }: PeerRequest): Promise<PeerReply> {
  process.stderr.write(`  ${peer.name}\n`);
  try {
    const running = await peer.start(products);
    try {
      const contestant = { name: peer.name, search: running.search };
      return {
        name: peer.name,
        recording: await recordAnswers(contestant, questions, () => performance.now()),
      };
    } finally {
      await running.close();
    }
  } catch (error) {
    return { name: peer.name, failure: reasonOf(error) };
  }
}

/** Resolves when the answer is on its way, so that the process does not end before. */
function reply(answer: PeerReply): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null) => (error === null ? resolve() : reject(error));
    process.send?.(answer, undefined, undefined, done);
  });
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isAbsent ? `${reason}: run npm ci with the development dependencies` : reason;
}
