/**
 * Adds the review of phrases by pattern: the patterns of each product's generated phrases, whether its approval follows from standing
 * decisions, and the table of these decisions. The patterns of phrases that are there already are found by the sweep that it
 * schedules for each store. It finds no pattern itself. A failure rolls all of it back.
 */
// Tests: test/storage/phrase-decisions.test.ts, test/storage/stored-databases.test.ts.
import { sql } from 'kysely';
import { addColumns, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes columns, table and jobs; no decision stands yet. */
export async function phrasePatterns(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'phrase_sets',
    columns: ['patterns text?', 'by_decision flag'],
    defaults: { by_decision: '0' },
  });
  await createTenantTable(step, {
    name: 'phrase_decisions',
    columns: [
      ...(['store_id text', 'id text', 'kind text', 'subject text', 'verdict text'] as const),
      ...(['decided_at count', 'decided_by text?'] as const),
    ],
    key: ['store_id', 'id'],
    unique: [['store_id', 'kind', 'subject']],
  });
  const { builder, transaction } = step;
  // The id is one that no other job has: a store's own id is that of its queue.
  const jobs = builder
    .selectFrom('stores')
    .where('enrichment_count', '>', 0)
    .select(({ val, lit, ref }) => [
      sql<string>`'patterns-' || stores.id`.as('id'),
      ...[val('phrase_sweep').as('kind'), ref('id').as('store_id')],
      ...[ref('id').as('subject'), lit(0).as('run_at'), lit(0).as('attempts')],
    ]);
  const columns = ['id', 'kind', 'store_id', 'subject', 'run_at', 'attempts'] as const;
  await transaction.run(builder.insertInto('jobs').columns(columns).expression(jobs));
}
