/**
 * Creates the tables of enrichment: the queue of products with the state of each job, phrases and their origin, settings and usage of
 * a store; and, in the directory, the allowance of calls that all processes share. It generates no phrase. Times are microseconds,
 * costs millionths of a US dollar; a failure rolls all of it back.
 */
// Tests: test/storage/enrichment.test.ts, test/api/enrichment.test.ts.
import { sql } from 'kysely';
import { addColumns, createTable, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables, and a job for each store that has products in the queue. */
export async function enrichment(step: MigrationStep): Promise<void> {
  await tenantTables(step);
  await createTable(step, {
    name: 'allowances',
    columns: ['name text', 'requests_at count', 'tokens_at count', 'blocked_until count', 'failures count'],
    key: ['name'],
  });
  await createTable(step, {
    name: 'enrichment_calls',
    columns: ['id text', 'allowance text', 'owner text', 'kept_until count'],
    key: ['id'],
  });
  await extendedTables(step);
  const { builder, transaction } = step;
  // Which stores have jobs cannot be asked for all of them at once; a job that finds none is over in a moment.
  const jobs = builder
    .selectFrom('stores')
    .where('enrichment_count', '>', 0)
    .select(({ val, lit, ref }) => [
      ...[ref('id').as('id'), val('enrichment').as('kind'), ref('id').as('store_id')],
      ...[ref('id').as('subject'), lit(0).as('run_at'), lit(0).as('attempts')],
    ]);
  const columns = ['id', 'kind', 'store_id', 'subject', 'run_at', 'attempts'] as const;
  await transaction.run(builder.insertInto('jobs').columns(columns).expression(jobs));
}

async function tenantTables(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'phrase_sets',
    columns: [
      ...(['store_id text', 'product_id text', 'state text', 'generator text?', 'model text?'] as const),
      ...(['prompt_version text?', 'generated_at count?', 'source_hash text?'] as const),
      ...(['reviewed_at count?', 'reviewed_by text?', 'generated text?', 'edited text?'] as const),
      'locked_from text?',
    ],
    key: ['store_id', 'product_id'],
    indexes: [['store_id', 'state', 'product_id']],
  });
  await createTenantTable(step, {
    name: 'enrichment_settings',
    columns: [
      ...(['store_id text', 'paused flag', 'monthly_budget_micros count?', 'blocklist text'] as const),
      ...(['hold_code text?', 'hold_message text?', 'hold_until count?', 'queue_after text?'] as const),
      'sweep_after text?',
    ],
    key: ['store_id'],
  });
  await createTenantTable(step, {
    name: 'enrichment_usage',
    columns: [
      ...(['store_id text', 'day text', 'generator text', 'requests count', 'products count'] as const),
      ...(['failed count', 'input_tokens count', 'output_tokens count', 'cost_micros count'] as const),
    ],
    key: ['store_id', 'day', 'generator'],
  });
}

async function extendedTables(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'enrichment_jobs',
    columns: ['state text', 'attempts count', 'run_at count', 'error text?', 'error_code text?'],
    defaults: { state: 'waiting', attempts: '0', run_at: '0' },
  });
  // Only those that failed once: an import pays nothing for it.
  const index = step.builder.schema
    .createIndex('enrichment_jobs_tried')
    .on('enrichment_jobs')
    .columns(['store_id', 'state', 'run_at', 'product_id'])
    .where(sql.ref('attempts'), '>', sql.lit(0));
  await step.transaction.run(index);
  await addColumns(step, {
    name: 'products',
    columns: ['phrases_locked flag', 'phrase_change_number count?', 'catalog_change_number count?'],
    defaults: { phrases_locked: '0' },
  });
}
