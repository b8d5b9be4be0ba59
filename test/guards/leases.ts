/** Guards of leases: who holds a job, how it is kept, and that nobody else writes. */
import type { Guard } from './guard.ts';

export const leasesGuards: readonly Guard[] = [
  {
    name: 'a lease is renewed by its owner only',
    file: 'server/storage/jobs/statements.ts',
    from: "    .where('id', '=', lease.jobId)\n    .where('lease_owner', '=', lease.owner);",
    to: "    .where('id', '=', lease.jobId);",
    tests: { 'test/storage/jobs.test.ts': ['a write under a lost lease is undone'] },
  },
  {
    name: 'a lease is renewed outside the turns of writes',
    file: 'server/jobs/kept-lease.ts',
    from: 'if (!(await directory.renewLease(lease))) lost.abort();',
    to: '',
    tests: {
      'test/storage/job-leases.test.ts': ['a job of any kind keeps its lease while it waits'],
      'test/scenarios/import-turns.test.ts': ['an import outlasts a write round longer than its lease'],
    },
  },
  {
    name: 'no turn of writes goes to what the next write saves',
    file: 'server/ingest/leased-run.ts',
    from: 'if (this.#writes > 0 || clock.',
    to: 'if (clock.',
    tests: {
      'test/scenarios/import-turns.test.ts': ['an import outlasts a write round longer than its lease'],
    },
  },
  {
    name: 'a job that is lost is left off',
    file: 'server/jobs/job-worker.ts',
    from: '[this.#stopping, kept.lost, leaving]',
    to: '[this.#stopping, leaving]',
    tests: { 'test/storage/job-leases.test.ts': ['a job that is lost is left off'] },
  },
  {
    name: 'a worker claims no job that it holds',
    file: 'server/jobs/job-worker.ts',
    from: 'held: [...this.#heldIds], ',
    to: '',
    tests: { 'test/storage/job-leases.test.ts': ['a worker does not claim a job that it holds'] },
  },
  {
    name: 'a claim leaves jobs that are held',
    file: 'server/storage/jobs/claims.ts',
    from: 'const isHeld = held.includes(next.job_id);',
    to: 'const isHeld = false;',
    tests: { 'test/storage/job-leases.test.ts': ['a claim passes over all jobs that are held'] },
  },
  {
    name: 'a claim looks behind all jobs that are held',
    file: 'server/storage/jobs/claims.ts',
    from: 'tries < triesMax + held.length',
    to: 'tries < triesMax',
    tests: { 'test/storage/job-leases.test.ts': ['a claim passes over all jobs that are held'] },
  },
  {
    name: 'a job is claimed once until its lease runs out',
    file: 'server/storage/jobs/claims.ts',
    from: "expression.or([expression('lease_until', 'is', null), expression('lease_until', '<=', now)]),",
    to: "expression('id', '=', jobId),",
    tests: { 'test/storage/jobs.test.ts': ['a lease that is renewed during a claim stays'] },
    engine: 'postgres',
  },
  {
    name: 'a lease that a wrong clock made long is pulled back',
    file: 'server/storage/jobs/statements.ts',
    from: "ofKind.set({ lease_until: leaseLatest }).where('lease_until', '>', leaseLatest),",
    to: "ofKind.set({ lease_until: leaseLatest }).where('lease_until', '<', 0),",
    tests: {
      'test/storage/jobs.test.ts': ['a job that a wrong clock deferred is pulled back'],
    },
  },
  {
    name: 'a job is released by its owner only',
    file: 'server/storage/jobs/statements.ts',
    from: "        .where('id', '=', jobId)\n        .where('lease_owner', '=', owner);",
    to: "        .where('id', '=', jobId);",
    tests: { 'test/storage/jobs.test.ts': ['a job that was given back is claimed at once'] },
  },
  {
    name: 'an import that lost its lease writes nothing more',
    file: 'server/ingest/leased-run.ts',
    from: 'if (!(await writer.jobs.renewLease(lease))) throw new LeaseLostError();',
    to: 'await writer.jobs.renewLease(lease);',
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['a worker that lost its job writes nothing more'],
    },
  },
  {
    name: 'a webhook attempt that lost its lease writes nothing',
    file: 'server/resources/webhooks/deliver.ts',
    from: 'if (await writer.jobs.renewLease(lease)) await work(writer);',
    to: 'await work(writer);',
    tests: {
      'test/scenarios/webhook-deliveries.test.ts': ['an attempt that lost its lease writes nothing down'],
    },
  },
  {
    name: 'a run of a feed that lost its lease is not taken up',
    file: 'server/feeds/new-run.ts',
    from: 'if (!(await writer.jobs.renewLease(lease))) return null;',
    to: '',
    tests: {
      'server/feeds/new-run.live.test.ts': ['a worker that lost its lease takes up no run'],
    },
  },
  {
    name: 'an enrichment that lost its lease writes nothing more',
    file: 'server/enrichment/queue-turn.ts',
    from: '        if (!(await writer.jobs.renewLease(lease))) throw new LeaseLostError();\n',
    to: '',
    tests: {
      'test/scenarios/enrichment-queue.test.ts': ['a worker that lost its queue writes nothing more'],
    },
  },
  {
    name: 'a server waits for an import that works on its file',
    file: 'server/process/storage-lock.ts',
    from: "const awaited = ['foretype import', 'foretype enrich'];",
    to: "const awaited = ['foretype enrich'];",
    tests: { 'test/scenarios/import-command.test.ts': ['a server waits for an import, and names it'] },
  },
  {
    name: 'an import without a server links to none',
    file: 'server/cli/follow-import.ts',
    from: 'const origin = knownOrigin(config);',
    to: 'const origin = `http://${config.host}:${config.port}`;',
    tests: {
      'test/scenarios/command-links.test.ts': ['links of commands name the running server'],
    },
  },
  {
    name: 'the address that a killed server left leads nowhere',
    file: 'server/storage/sqlite/serving-lock.ts',
    from: "    look.prepare('select count(*) from sqlite_schema').get();\n    return null;",
    to: '    return readLockHolder(file);',
    tests: {
      'test/scenarios/command-links.test.ts': ['the address of a killed server is known stale'],
    },
  },
  {
    name: 'a file that cannot be handed in leaves a failed import',
    file: 'server/cli/hand-in-file.ts',
    from: 'if (!isFaultOfFile(error)) throw error;',
    to: 'throw error;',
    tests: {
      'test/scenarios/import-command.test.ts': ['a file that is no catalog leaves a failed import'],
    },
  },
  {
    name: 'a store without room is no fault of a file',
    file: 'server/cli/hand-in-file.ts',
    from: ' && !(error instanceof NoRoom);',
    to: ';',
    tests: { 'server/cli/hand-in-file.live.test.ts': ['a store without room is no fault of a file'] },
  },
  {
    name: 'a file whose import is refused is not kept',
    file: 'server/cli/hand-in-file.ts',
    from: 'await discard().catch(() => {});',
    to: '',
    tests: { 'server/cli/hand-in-file.live.test.ts': ['a file whose import is refused is not kept'] },
  },
  {
    name: 'a watcher that ends does not wait for ever',
    file: 'server/cli/watch-folder.ts',
    from: 'if (once && faults === triesOnce) throw error;',
    to: '',
    tests: { 'test/scenarios/watched-folders.test.ts': ['a full queue is waited for, but not for ever'] },
  },
  {
    name: 'a dropped content is imported once after a kill',
    file: 'server/cli/hand-in-file.ts',
    from: 'const once = keyOf === undefined ? {} : { once: { key: keyOf(hash), hash } };',
    to: 'const once = {};',
    tests: {
      'test/scenarios/watched-folders.test.ts': ['files that cannot be moved are imported once'],
    },
  },
  {
    name: 'a file that grew during its import is not moved away',
    file: 'server/cli/watch-folder.ts',
    from: 'if (now !== null && !isSameFile(now, entry)) {',
    to: 'if (now === null) {',
    tests: {
      'test/scenarios/watched-folders.test.ts': ['a file that grows during its import is imported whole'],
    },
  },
  {
    name: 'a folder has one watcher',
    file: 'server/cli/watch-folder.ts',
    from: 'if (!(error instanceof LockHeld)) continue;',
    to: 'continue;',
    tests: { 'test/scenarios/watched-folders.test.ts': ['a folder has one watcher at a time'] },
  },
  {
    name: 'a file that changes is not complete',
    file: 'server/cli/settled-files.ts',
    from: 'sinceMs: isSame ? last.sinceMs : nowMs',
    to: 'sinceMs: last?.sinceMs ?? nowMs',
    tests: {
      'server/cli/settled-files.test.ts': ['a file is complete once every look shows it unchanged'],
    },
  },
  {
    name: 'a cause has one open alert',
    file: 'server/resources/webhooks/note-alerts.ts',
    from: 'if ((await writer.alerts.open(cause)) !== null) return;',
    to: '',
    tests: { 'test/storage/alerts.test.ts': ['a feed has one alert until it works again'] },
  },
  {
    name: 'bodies of the API share no alert',
    file: 'server/resources/webhooks/note-alerts.ts',
    from: "  if (run.source === 'api') return;\n",
    to: '',
    tests: { 'test/storage/alerts.test.ts': ['a failed file has one alert until it works'] },
  },
  {
    name: 'an alert stays while its cause lasts',
    file: 'server/storage/webhooks/alert-statements.ts',
    from: 'const where = sql`(closed_at < ${at} or (${isFile}))`;',
    to: 'const where = sql`opened_at < ${at}`;',
    tests: { 'test/storage/alerts.test.ts': ['an alert goes ninety days after its end'] },
  },
  {
    name: 'a store sends so many alerts a day',
    file: 'server/resources/webhooks/note-alerts.ts',
    from: '(await writer.alerts.countSent(openedAt - dayMicros)) < alertsPerDay',
    to: 'true',
    tests: { 'test/storage/alerts.test.ts': ['a store sends twenty alerts a day, and lists all'] },
  },
  {
    name: 'searches of small shops raise no alert',
    file: 'server/resources/webhooks/judge-searches.ts',
    from: 'if (day.noResults < noResultsMin || day.searches < searchesMin || before.searches < searchesBeforeMin) {',
    to: 'if (before.searches === 0) {',
    tests: {
      'server/resources/webhooks/judge-searches.test.ts': ['a small shop and a usual day raise no alert'],
    },
  },
  {
    name: 'who is no member any more gets no mail',
    file: 'server/resources/webhooks/deliver.ts',
    from: 'if (store === null || !members.some(({ user }) => user.email === to)) {',
    to: 'if (store === null) {',
    tests: { 'test/scenarios/alert-mails.test.ts': ['members who chose an alert get it by mail'] },
  },
  {
    name: 'a name in an alert ends no header of its mail',
    file: 'server/resources/webhooks/alert-mail.ts',
    from: "return text.replace(/[\\p{Cc}\\p{Zl}\\p{Zp}]+/gu, ' ').slice(0, 200);",
    to: 'return text;',
    tests: { 'server/resources/webhooks/alert-mail.test.ts': ['names of strangers stay text in a mail'] },
  },
];
