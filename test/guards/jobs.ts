/** Guards of work that several workers could do: turns, caps, attempts. */
import type { Guard } from './guard.ts';

const pipelineTests = 'server/threads/pipeline-thread/pipeline-client.live.test.ts';
const queueTests = 'server/threads/fairness/fair-queue.test.ts';

export const jobsGuards: readonly Guard[] = [
  {
    name: 'a pause that the database sets is whole microseconds',
    file: 'server/storage/time-from-now.ts',
    from: 'Math.round(ms * 1_000)',
    to: 'ms * 1_000',
    tests: {
      'test/storage/jobs.test.ts': ['a job is put off to a whole microsecond'],
      'test/scenarios/jobs-of-a-thread.test.ts': ['a held store’s job waits for its pause'],
    },
  },
  {
    name: 'a job is claimed at its time',
    file: 'server/storage/jobs/claims.ts',
    from: 'const isFree = sql`job.run_at <= ${now} and (job',
    to: 'const isFree = sql`(job',
    tests: {
      'test/storage/jobs.test.ts': ['a future job is not claimed beside a held one'],
    },
  },
  {
    name: 'work of many stores goes in rounds of a step each',
    file: 'server/jobs/rounds.ts',
    from: 'if (await step(storeId)) withMore.push(storeId);',
    to: 'for (let steps = 0; steps < 9 && (await step(storeId)); steps += 1) withMore.push(storeId);',
    tests: { 'server/jobs/rounds.test.ts': ['a store with endless steps holds up no other'] },
  },
  {
    name: 'rounds end where the database is away',
    file: 'server/jobs/rounds.ts',
    from: 'if (!isStoreFault(error)) throw error;',
    to: '',
    tests: { 'server/jobs/rounds.test.ts': ['a database that is away ends the rounds behind faults'] },
  },
  {
    name: 'a store that fails keeps no other from its step',
    file: 'server/jobs/rounds.ts',
    from: '        failed(storeId, error);',
    to: '        throw error;',
    tests: { 'server/jobs/rounds.test.ts': ['a store that fails once takes no step more'] },
  },
  {
    name: 'rounds begin where the ones before ended',
    file: 'server/jobs/rounds.ts',
    from: '        last = storeId;\n',
    to: '',
    tests: {
      'server/jobs/rounds.test.ts': ['rounds continue behind the store of their last end'],
      'test/storage/deletion-rounds.test.ts': ['a stuck deletion delays no other'],
    },
  },
  {
    name: 'deletions of stores take turns step by step',
    file: 'server/stores/delete-store.ts',
    from: 'const { finishedAt } = await deleteSome(storage, storeId, environment);',
    to: 'const { finishedAt } = await finishDeletion(storage, storeId, environment);',
    tests: { 'test/storage/deletion-rounds.test.ts': ['a small store does not wait for a large one'] },
  },
  {
    name: 'a deletion that begins meanwhile has its turn',
    file: 'server/stores/delete-store.ts',
    from: 'if (finishedAt === null) return false;',
    to: 'if (finishedAt === null) return true;',
    tests: { 'test/storage/deletion-rounds.test.ts': ['a small store does not wait for a large one'] },
  },
  {
    name: 'kinds with few old rows share a transaction',
    file: 'server/jobs/prune-kinds.ts',
    from: 'if (await prune(writer, isMore)) return { count: index + 1, isMore: true };',
    to: 'return { count: index + 1, isMore: await prune(writer, isMore) };',
    tests: { 'server/insight/prune-store.live.test.ts': ['kinds with few old rows share a transaction'] },
  },
  {
    name: 'a transaction ends behind a kind that has more',
    file: 'server/jobs/prune-kinds.ts',
    from: 'if (await prune(writer, isMore)) return { count: index + 1, isMore: true };',
    to: 'isMore = (await prune(writer, isMore)) || (isMore && index >= 0);',
    tests: { 'server/insight/prune-store.live.test.ts': ['kinds with few old rows share a transaction'] },
  },
  {
    name: 'a deleted store ends no pruning',
    file: 'server/threads/pipeline-thread/pipeline-thread.ts',
    from: '(await unlessDeleted(storeId, pruning.pruneStore(storeId))) ?? false',
    to: 'pruning.pruneStore(storeId)',
    tests: {
      [pipelineTests]: ['a store that was deleted has nothing to prune'],
    },
  },
  {
    name: 'damaged salts stop no pruning of stores',
    file: 'server/threads/pipeline-thread/store-pruning.ts',
    from: '.catch(passDamage)',
    to: '',
    tests: { 'test/scenarios/damaged-tables.test.ts': ['damaged salts of sessions stop no pruning'] },
  },
  {
    name: 'imports of one store come one after the other',
    file: 'server/storage/jobs/claims.ts',
    from: "  import: { heldMax: 1, order: 'one by one' },",
    to: "  import: { heldMax: 10, order: 'by time' },",
    tests: {
      'test/storage/jobs.test.ts': ['imports of a store run one by one, others in parallel'],
    },
  },
  {
    name: 'feeds of one store hold no more than their share',
    file: 'server/storage/jobs/claims.ts',
    from: 'feed: { heldMax: limits.feedsAtOncePerStore, order',
    to: 'feed: { heldMax: 1_000, order',
    tests: {
      'test/storage/jobs.test.ts': ['at most two feeds of a store are held at once'],
    },
  },
  {
    name: 'messages of one store leave slots to others',
    file: 'server/storage/jobs/claims.ts',
    from: 'webhook_delivery: { heldMax: limits.deliveriesAtOncePerStore, order',
    to: 'webhook_delivery: { heldMax: 1_000, order',
    tests: { 'test/storage/job-turns.test.ts': ['stores with hundreds of messages leave slots to a third'] },
  },
  {
    name: 'the store served least recently comes first',
    file: 'server/storage/jobs/claims.ts',
    from: '      order by turn.last_turn, turn.store_id limit 1`),',
    to: '      order by turn.store_id limit 1`),',
    tests: { 'test/storage/job-turns.test.ts': ['a newcomer waits for one turn of each greedy store'] },
  },
  {
    name: 'two stores never hold all slots of feeds',
    file: 'contract/limits.ts',
    from: 'feedsAtOnce: 16,',
    to: 'feedsAtOnce: 4,',
    tests: {
      'test/storage/job-worker.test.ts': ['two stores never hold all slots of ${kind} jobs'],
      'test/scenarios/feed-turns.test.ts': ['a feed does not wait for servers that drip'],
    },
  },
  {
    name: 'two stores never hold all slots of messages',
    file: 'contract/limits.ts',
    from: 'deliveriesAtOnce: 16,',
    to: 'deliveriesAtOnce: 8,',
    tests: {
      'test/storage/job-worker.test.ts': ['two stores never hold all slots of ${kind} jobs'],
    },
  },
  {
    name: 'a turn of a job has a length',
    file: 'server/jobs/job-in-turns.ts',
    from: 'if (stopping.aborted || clock.monotonicMs() < this.#endsAtMs) return;',
    to: 'return;',
    tests: {
      'test/storage/job-worker.test.ts': ['a newcomer waits for two turns of each long job'],
      'test/scenarios/import-turns.test.ts': ['a small import does not wait for long files'],
    },
  },
  {
    name: 'jobs that pause have turns between those that come',
    file: 'server/jobs/job-worker.ts',
    from: 'const isTurnOfHeld = (isFull && leaver === null) || this.#wasClaimed;',
    to: 'const isTurnOfHeld = isFull && leaver === null;',
    tests: { 'test/storage/job-worker.test.ts': ['a long job ends while short ones keep coming'] },
  },
  {
    name: 'the longest at work leaves off for a newcomer',
    file: 'server/jobs/job-worker.ts',
    from: 'const leaver = isFull ? this.#findLeaver() : null;',
    to: 'const leaver: JobInTurns | null = null;',
    tests: { 'test/storage/job-places.test.ts': ['a newcomer does not wait for places to fall free'] },
  },
  {
    name: 'a job works for turns before it leaves off',
    file: 'server/jobs/job-worker.ts',
    from: 'most.resumableTurns >= limits.jobTurnsMin',
    to: 'most.resumableTurns >= 1',
    tests: { 'test/storage/job-places.test.ts': ['a newcomer does not wait for places to fall free'] },
  },
  {
    name: 'what cannot be resumed does not leave off',
    file: 'server/jobs/job-in-turns.ts',
    from: 'if (this.#isResumable) this.#resumableTurns += 1;',
    to: 'this.#resumableTurns += 1;',
    tests: { 'test/storage/job-places.test.ts': ['jobs that cannot be resumed keep their places'] },
  },
  {
    name: 'a trial run keeps its place',
    file: 'server/ingest/files/import-file.ts',
    from: 'await environment.pause(!this.#run.dryRun);',
    to: 'await environment.pause(true);',
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['an import, but no trial run, resumes between batches'],
    },
  },
  {
    name: 'nobody waits for a turn once the worker stops',
    file: 'server/jobs/job-worker.ts',
    from: 'for (const job of this.#resting.splice(0)) this.#giveTurn(job);',
    to: '',
    tests: { 'test/storage/job-worker.test.ts': ['jobs between two turns leave off when the worker stops'] },
  },
  {
    name: 'an import pauses between two batches',
    file: 'server/ingest/files/import-file.ts',
    from: '      await environment.pause(!this.#run.dryRun);\n',
    to: '',
    tests: {
      'test/scenarios/import-turns.test.ts': ['a small import does not wait for long files'],
    },
  },
  {
    name: 'an idle worker writes nothing',
    file: 'server/storage/jobs/claims.ts',
    from: 'if ((await database.read(null, known.isWork, planning)).length === 0) return null;',
    to: '',
    tests: { 'test/storage/job-turns.test.ts': ['an idle claim does not wait for writers'] },
  },
  {
    name: 'a job that a wrong clock put off is pulled back',
    file: 'server/storage/jobs/statements.ts',
    from: "await transaction.run(ofKind.set({ run_at: latest }).where('run_at', '>', latest));",
    to: '',
    tests: {
      'test/storage/jobs.test.ts': ['a job that a wrong clock deferred is pulled back'],
    },
  },
  {
    name: 'an import that never gets anywhere is given up',
    file: 'server/ingest/files/import-file.ts',
    from: 'if (this.#parts.job.attempts > limits.jobAttempts) {',
    to: 'if (this.#parts.job.attempts < 0) {',
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['an import that never gets anywhere is given up'],
    },
  },
  {
    name: 'an import that gets further has its attempts anew',
    file: 'server/ingest/leased-run.ts',
    from: 'await writer.jobs.noteProgress(this.#parts.job.id);',
    to: '',
    tests: {
      'test/scenarios/file-import-guards.test.ts': [
        'an import that progresses may be stopped any number of times',
      ],
    },
  },
  {
    name: 'what a trial run counted goes in steps',
    file: 'server/ingest/files/import-file.ts',
    from: 'deleted = dryRun ? await writer.imports.deleteFailures(id, limits.rowsPerTransaction) : 0;',
    to: 'while (dryRun && (await writer.imports.deleteFailures(id, limits.rowsPerTransaction)) > 0);',
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['failed rows of a trial run go stepwise'],
    },
  },
  {
    name: 'a trial run that is begun again counts from nothing',
    file: 'server/ingest/files/import-file.ts',
    from: 'const from = this.#run.dryRun ? 0 : this.#run.processedRows;',
    to: 'const from = this.#run.processedRows;',
    tests: {
      'test/scenarios/file-import-guards.test.ts': [
        'a trial run that was interrupted counts from the beginning',
      ],
    },
  },
  {
    name: 'no more stores run at once than the queue allows',
    file: 'server/threads/fairness/fair-queue.ts',
    from: 'while (running.size + reservedCount < concurrency &&',
    to: 'while (running.size + reservedCount < 99 &&',
    tests: { [queueTests]: ['only as many stores run as the queue allows'] },
  },
  {
    name: 'of stores that wait the one that took least is next',
    file: 'server/threads/fairness/fair-queue.ts',
    from: '({ turn }) => turn.end',
    to: '({ turn }) => -turn.end',
    tests: {
      [queueTests]: [
        'a store with many tasks gives the others their turns',
        'a newcomer goes next while others take long turns',
        'a newcomer is next however many stores wait',
      ],
    },
  },
  {
    name: 'a turn of a store counts for its next place',
    file: 'server/threads/fairness/fair-queue.ts',
    from: '      end();\n',
    to: '',
    tests: {
      [queueTests]: ['a newcomer is next however many stores wait'],
      'test/scenarios/feed-preview-turns.test.ts': [
        'a preview waits for one place behind nine stores that drip',
      ],
    },
  },
  {
    name: 'pruning of a store takes every second turn of it',
    file: 'server/threads/fairness/fair-queue.ts',
    from: 'tasks.beside.length > 0 && (!tasks.wasBeside || tasks[other].length === 0)',
    to: 'tasks.beside.length > 0 && tasks[other].length === 0',
    tests: {
      [queueTests]: ['work beside gets every second turn of its store only'],
    },
  },
  {
    name: 'pruning takes no more than every second turn',
    file: 'server/threads/fairness/fair-queue.ts',
    from: 'tasks.beside.length > 0 && (!tasks.wasBeside || tasks[other].length === 0)',
    to: 'tasks.beside.length > 0',
    tests: {
      [queueTests]: ['work beside gets every second turn of its store only'],
    },
  },
  {
    name: 'tasks of one store take turns',
    file: 'server/threads/fairness/fair-queue.ts',
    from: '!waiting.has(storeId) && !running.has(storeId);',
    to: '!waiting.has(storeId);',
    tests: { [queueTests]: ['a store’s tasks run one by one in order'] },
  },
  {
    name: 'a store has one place among those that wait',
    file: 'server/threads/fairness/fair-queue.ts',
    from: '!waiting.has(storeId) && !running.has(storeId);',
    to: '!running.has(storeId);',
    tests: {
      [queueTests]: ['a store that returns after a cancel has one place'],
    },
  },
  {
    name: 'what waits of callers who are gone is dropped',
    file: 'server/threads/fairness/fair-queue.ts',
    from: "cancelled?.addEventListener('abort', drop,",
    to: "cancelled?.addEventListener('never', drop,",
    tests: {
      [queueTests]: ['tasks that are cancelled before their turn are dropped'],
      [pipelineTests]: ['bytes of callers who left leave the queue'],
    },
  },
  {
    name: 'the thread that writes hears of callers who are gone',
    file: 'server/threads/pipeline-thread/pipeline-client.ts',
    from: "return thread.call('operate', { ...request, body }, [body.buffer], hungUp);",
    to: "return thread.call('operate', { ...request, body }, [body.buffer], hungUp && undefined);",
    tests: {
      [pipelineTests]: ['bytes of callers who left leave the queue'],
      'test/api/gone-callers.test.ts': ['waiting writes of callers who hung up are dropped'],
    },
  },
  {
    name: 'files that are thrown away count among the writes of their store',
    file: 'server/threads/pipeline-thread/pipeline-client.ts',
    from: "await admission.run(request.storeId, () => thread.call('discardFile', request));",
    to: "await thread.call('discardFile', request);",
    tests: { [pipelineTests]: ['only the store with too many waiting writes is delayed'] },
  },
  {
    name: 'too many waiting writes of one store are put off',
    file: 'server/threads/fairness/admission.ts',
    from: 'if (!reserve(counts, storeId, 1, tasksPerStore)) throw unavailable(refusal, 1);',
    to: '',
    tests: { [pipelineTests]: ['only the store with too many waiting writes is delayed'] },
  },
  {
    name: 'what a store has under way is given back',
    file: 'server/threads/fairness/admission.ts',
    from: '        release(counts, storeId, 1);',
    to: '',
    tests: { [pipelineTests]: ['only the store with too many waiting writes is delayed'] },
  },
  {
    name: 'claims are planned by index, whatever was counted',
    file: 'server/storage/jobs/claims.ts',
    from: 'inIndexOrder: true',
    to: 'inIndexOrder: false',
    tests: {
      'test/storage/job-turns.test.ts': ['a claim reads few rows of 100,000 jobs ${when}'],
    },
  },
  {
    name: 'a step of a deletion passes no rows that it leaves',
    file: 'server/storage/stores/deletions.ts',
    from: "engine === 'sqlite' ? '+store_id' : 'store_id'",
    to: "'store_id'",
    tests: { 'test/storage/store-deletions.test.ts': ['a step passes no rows but those it deletes'] },
  },
];
