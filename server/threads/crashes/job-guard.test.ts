/** How the quarantine of a store ends that was held when the thread started; the jobs are those of the pipeline thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import type { QuarantineNotice } from '../../jobs/quarantine.ts';
import { RemoteWait } from '../../jobs/remote-wait.ts';
import type { ClaimedJob } from '../../storage/records.ts';
import { CurrentTasks, createTaskMemory } from './current-tasks.ts';
import { createJobGuard } from './job-guard.ts';

const holdMs = 5_000;
const state = { since: 1, cause: 'defect', reason: 'ended' } as const;
const lease = { jobId: 'a', owner: 'me', leaseMs: 1 };

function job(id: string, storeId = 'lamps'): ClaimedJob {
  return { id, storeId, kind: 'import', subject: 's', runAt: 0, attempts: 1 };
}

/** The guard of imports in a thread that starts with one store held. */
function begin(handler = async () => {}) {
  const clock = createDrivenClock();
  const notices: QuarantineNotice[] = [];
  const delays: unknown[] = [];
  const jobGuard = createJobGuard({
    ...{ clock, underWay: new CurrentTasks(createTaskMemory()), notify: (notice) => notices.push(notice) },
    held: [{ storeId: 'lamps', work: 'import', state, pauseMs: holdMs }],
    // What is put off changes nothing here.
    storage: {
      write: async () => assert.fail(),
      directory: {
        releaseLease: async (_lease, _forgiven, changes) => void delays.push(changes?.delayMs),
        findStore: async (storeId) => (storeId === 'gone' ? null : assert.fail()),
      },
    },
    inTurn: async <Result>() => undefined as Result,
  });
  const stopping = new AbortController().signal;
  const run = jobGuard.guard('import', handler);
  const ended = () => notices.filter((notice) => notice.state === null).map(({ storeId }) => storeId);
  return {
    clock,
    notices,
    delays,
    jobGuard,
    ended,
    run: (claimed: ClaimedJob) => run(claimed, lease, stopping, async () => {}, new RemoteWait(clock)),
  };
}

test('a first job after the hold ends the quarantine', async () => {
  const { clock, ended, run } = begin();
  clock.advanceMs(holdMs + 200);
  await run(job('a'));
  assert.deepEqual(ended(), ['lamps']);
});

test('a job of a deleted store ends quietly', async () => {
  const { notices, delays, run } = begin(async () => assert.fail('the store of a queue is unknown'));
  await run(job('a', 'gone'));
  assert.deepEqual(notices, []);
  // Otherwise its worker would take it again and again.
  assert.deepEqual(delays, [60_000]);
});

test('a hold without any job ends by itself', () => {
  const { clock, jobGuard, ended } = begin();
  clock.advanceMs(holdMs);
  jobGuard.sweep();
  assert.deepEqual(ended(), [], 'a job may still be claimed');
  clock.advanceMs(60_000);
  jobGuard.sweep();
  assert.deepEqual(ended(), ['lamps']);
});

test('another good job does not end a waiting quarantine', async () => {
  const { clock, ended, run } = begin();
  await run(job('a'));
  clock.advanceMs(holdMs);
  await run(job('b'));
  assert.deepEqual(ended(), []);
  await run(job('a'));
  assert.deepEqual(ended(), ['lamps']);
});
