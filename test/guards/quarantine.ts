/** Guards of quarantine: who learns of a store that cannot be read, and what is said of work that waits. */
import type { Guard } from './guard.ts';

export const quarantineGuards: readonly Guard[] = [
  {
    name: 'a product that cannot be read holds up no queue',
    file: 'server/enrichment/run-enrichment.ts',
    from: 'await this.#write((writer) => giveUpDamaged(writer, products));',
    to: "throw new Error('damaged');",
    tests: {
      'test/scenarios/enrichment-damage.test.ts': ['a product that cannot be read holds up no other'],
    },
  },
  {
    name: 'readiness names stores to this machine only',
    file: 'server/http/routes/operations.ts',
    from: "    if (!isFromThisMachine(request)) return { status: 'ok' };\n",
    to: '',
    tests: { 'test/api/health.test.ts': ['Contract §1 the probes answer without a key'] },
  },
  {
    name: 'an overview tells of the quarantine of its own store',
    file: 'server/insight/read-overview.ts',
    from: 'sources.quarantined.filter((one) => one.storeId === storeId)',
    to: 'sources.quarantined',
    tests: {
      'test/api/dashboard-quarantine.test.ts': [
        'the overview says that a store cannot be read (${engine.name})',
      ],
    },
  },
  {
    name: 'an overview promises no search without an index',
    file: 'server/insight/attention.ts',
    from: "if (isIndexLoaded) return 'Shoppers",
    to: "if (index) return 'Shoppers",
    tests: { 'server/insight/attention.test.ts': ['a store in quarantine learns what still works'] },
  },
  {
    name: 'a deleted store leaves quarantine for all its work',
    file: 'server/jobs/quarantine-list.ts',
    from: 'if (store.storeId !== storeId) continue;',
    to: 'if (store !== undefined) continue;',
    tests: {
      'server/jobs/quarantine-list.test.ts': ['a deleted store leaves quarantine for all its work'],
    },
  },
  {
    name: 'a job that is due at once is not late since 1970',
    file: 'server/storage/read-health.ts',
    from: '${isDue} and run_at > 0 then',
    to: '${isDue} then',
    tests: {
      'test/storage/health.test.ts': ['a job without a time waits since it was made'],
      'test/scenarios/doctor.test.ts': ['doctor passes after an import without a server'],
    },
  },
];
