/**
 * Runs a service on whose database tests overwrite rows while it runs. Each run has a new store; stores of other runs are never
 * damaged. A store that does not become answerable within the usual wait (20 s) fails the test.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { StorageTarget } from '../../server/storage/open-storage.ts';
import { runSql, servedTarget } from './damage.ts';
import { setUpOperator, type Visitor } from './dashboard-visitor.ts';
import type { TestEngine } from './engines.ts';
import { startTestService, type TestService, type TestStore } from './start-test-service.ts';
import { ask, importProducts, type ProductInput } from './store-calls.ts';

/** A store of its own, with products that are answerable. */
export interface DamageScene {
  readonly service: TestService;
  /** The operator. */
  readonly visitor: Visitor;
  readonly target: StorageTarget;
  readonly store: TestStore;
  readonly storeId: string;
  /** Overwrites a column, with a value as SQL writes it: of the product, or of the store's own row where none is named. */
  damage(column: string, value: string, externalId?: string): Promise<void>;
}

/** One service for the tests of a suite; each run of what it returns has a new store with these products. */
export function useDamageScene(
  engine: TestEngine,
  settings: Readonly<Record<string, string>>,
  products: readonly ProductInput[],
): (run: (scene: DamageScene) => Promise<void>) => Promise<void> {
  let started: Pick<DamageScene, 'service' | 'visitor' | 'target'> | null = null;
  before(async () => {
    const database = await engine.open();
    const service = await startTestService({ ...engine, open: async () => database }, settings);
    started = { service, visitor: await setUpOperator(service), target: servedTarget(database.target) };
  });
  after(() => started?.service.stop());
  return async (run) => {
    assert.ok(started !== null);
    const { service, target } = started;
    const store = await service.createStore();
    const storeId = store.store.id;
    await importProducts(store, products);
    await ask(store, 'lamp');
    const damage = async (column: string, value: string, externalId?: string) => {
      const [table, place] =
        externalId === undefined
          ? ['stores', `id = '${storeId}'`]
          : ['products', `store_id = '${storeId}' and external_id = '${externalId}'`];
      await runSql(target, storeId, `update ${table} set ${column} = ${value} where ${place}`);
    };
    await run({ ...started, store, storeId, damage });
  };
}

/** An entry of `/readyz`. */
export interface QuarantinedStore {
  readonly store: string;
  readonly work: string;
  readonly reason: string;
}

/** The stores that `/readyz` names. */
export async function quarantined({ nodeOrigin }: TestService): Promise<QuarantinedStore[]> {
  const answer = await fetch(`${nodeOrigin}/readyz`);
  return ((await answer.json()) as { quarantined: QuarantinedStore[] }).quarantined;
}
