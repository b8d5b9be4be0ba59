/**
 * The shape of a migration; the list of them is in ../migrate.ts. A migration that throws rolls back, and the program does not start.
 * It may never change after its release; times in all tables are microseconds.
 */
// Tests: test/storage/migrations.test.ts.
import type { Kysely } from 'kysely';
import type { StorageEngine, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Everything a migration may use. */
export interface MigrationStep {
  readonly engine: StorageEngine;
  readonly builder: Kysely<Schema>;
  readonly transaction: Transaction;
}

/** A step forward; there is no way back but a backup. Once released, a migration never changes. */
export interface Migration {
  /** Rises from migration to migration; numbers of migrations that were never released are left out (15, 30). */
  readonly number: number;
  readonly name: string;
  up(step: MigrationStep): Promise<void>;
}
