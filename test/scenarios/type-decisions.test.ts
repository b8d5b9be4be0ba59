/**
 * Goal: a decision on types leaves what deciding about each of their products leaves, and taking it back leaves what was there before.
 * Method: random decisions on a store whose sweep is worked on by hand, held against calls for one product after the other.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Storage } from '../../server/storage/storage.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import { answerWell, type EnrichmentWorld, openEnrichmentWorld } from '../support/enrichment-world.ts';
import { makeProduct } from '../support/make-product.ts';
import { typeRow } from '../support/storage-rows.ts';
import { sweepByHand } from '../support/sweep-by-hand.ts';

const names = ['lamp', 'lamps', 'sofa', 'red'];

/** A store whose products have the type that ends their title. */
async function openTyped(storage: Storage, types: readonly string[]): Promise<EnrichmentWorld> {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 500 });
  world.generateBy(async (products, ...others) => {
    const answer = await answerWell(products, ...others);
    const phrases = new Map(
      [...answer.phrases].map(([id, lists]) => {
        const name =
          products
            .find((product) => product.id === id)
            ?.title.split(' ')
            .at(-1) ?? '';
        return [id, { ...lists, type: { ...typeRow(name), otherNames: ['thing'] } }];
      }),
    );
    return { ...answer, phrases };
  });
  await world.shop.importRows(
    types.map((type, index) => makeProduct(`p${index}`, { title: `Great ${type}` })),
  );
  while (await world.work()) if ((await world.counts()).waiting === 0) break;
  return world;
}

const decideProduct = (world: EnrichmentWorld, externalId: string, body: object) =>
  world.changes.changePhrases({ storeId: world.shop.storeId, externalId, body });

async function decide(storage: Storage, world: EnrichmentWorld, body: object): Promise<string> {
  const { decisions } = await world.changes.makeDecision({ storeId: world.shop.storeId, body });
  await sweepByHand(storage);
  return decisions[0]?.id ?? assert.fail('no decision');
}

async function takeBack(storage: Storage, world: EnrichmentWorld, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await world.changes.deleteDecision({ storeId: world.shop.storeId, params: { id } });
  }
  await sweepByHand(storage);
}

/** The live phrases and types of the products, and the counts of the types. */
async function snapshot(storage: Storage, world: EnrichmentWorld, count: number) {
  const products: Pick<
    Awaited<ReturnType<EnrichmentWorld['stored']>>,
    'suggestionPhrases' | 'searchPhrases' | 'type'
  >[] = [];
  for (let index = 0; index < count; index += 1) {
    const { suggestionPhrases, searchPhrases, type } = await world.stored(`p${index}`);
    products.push({ suggestionPhrases, searchPhrases, type });
  }
  const types = await storage.reader(world.shop.storeId).phrases.types({ after: null, limit: 50 });
  return { products, types };
}

interface Step {
  readonly name: string;
  readonly body: { readonly verdict: string; readonly types: readonly string[]; readonly new_name?: string };
}

/** Does a step in bulk; null where no such step can be. */
async function stepOf(
  storage: Storage,
  world: EnrichmentWorld,
  { from, to, kind }: { readonly from: number; readonly to: number; readonly kind: string },
): Promise<Step | null> {
  const { phrases } = storage.reader(world.shop.storeId);
  const decisions = await phrases.decisions();
  // A name that was decided away is left to products that a person decided; deciding again replaces that decision.
  const isGone = (one: string) =>
    decisions.some((made) => made.subject === one && (made.verdict === 'refused' || made.newName !== null));
  const present = (await phrases.types({ after: null, limit: 50 }))
    .map((type) => type.name)
    .filter((one) => !isGone(one));
  const name = present[from % Math.max(1, present.length)];
  if (name === undefined) return null;
  if (kind !== 'rename') {
    return { name, body: { verdict: kind === 'refuse' ? 'refused' : 'approved', types: [name] } };
  }
  const newName = [...names, 'light'][to] ?? 'light';
  return newName === name || isGone(newName)
    ? null
    : { name, body: { verdict: 'approved', types: [name], new_name: newName } };
}

onBothEngines('decisions on types equal deciding each of their products', async ({ storage }) => {
  const types = Array.from({ length: 10 }, (_, index) => names[index % names.length] ?? '');
  const world = await openTyped(storage, types);
  // A person decided about these two by themselves.
  await decideProduct(world, 'p0', { type: { name: 'sofa' } });
  await decideProduct(world, 'p1', { state: 'locked' });
  const before = await snapshot(storage, world, types.length);
  const step = fc.record({
    kind: fc.constantFrom('accept', 'rename', 'refuse'),
    from: fc.nat(4),
    to: fc.nat(4),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const made: string[] = [];
      const done: Step[] = [];
      for (const wanted of steps) {
        const found = await stepOf(storage, world, wanted);
        if (found === null) continue;
        made.push(await decide(storage, world, found.body));
        done.push(found);
      }
      const inBulk = await snapshot(storage, world, types.length);
      const standing = await storage.reader(world.shop.storeId).phrases.decisions();
      await takeBack(
        storage,
        world,
        made.filter((id) => standing.some((one) => one.id === id)),
      );
      assert.deepEqual(await snapshot(storage, world, types.length), before);
      const touched = new Set<string>();
      for (const { name, body } of done) {
        for (let index = 2; index < types.length; index += 1) {
          const { type } = await world.stored(`p${index}`);
          if (type?.name !== name || (body.verdict === 'approved' && body.new_name === undefined)) continue;
          const { otherNames } = type;
          const named = {
            name: body.new_name,
            other_names: otherNames.filter((one) => one !== body.new_name),
          };
          await decideProduct(world, `p${index}`, { type: body.new_name === undefined ? null : named });
          touched.add(`p${index}`);
        }
      }
      assert.deepEqual(await snapshot(storage, world, types.length), inBulk);
      for (const id of touched) await decideProduct(world, id, { state: 'generated' });
      assert.deepEqual(await snapshot(storage, world, types.length), before);
    }),
    { numRuns: 12 },
  );
});

onBothEngines('new products follow decisions on their types', async ({ storage }) => {
  const world = await openTyped(storage, ['lamps', 'red', 'lamps']);
  await decide(storage, world, { verdict: 'approved', types: ['lamps'], new_name: 'lamp' });
  const refused = await decide(storage, world, { verdict: 'refused', types: ['red'] });
  await world.shop.put('p3', makeProduct('p3', { title: 'Another lamps' }));
  await world.shop.put('p4', makeProduct('p4', { title: 'Another red' }));
  await world.shop.put('p0', makeProduct('p0', { title: 'Greater lamps' }));
  await world.work();
  const namesOf = async () =>
    (await snapshot(storage, world, 5)).products.map(({ type }) => type?.name ?? null);
  assert.deepEqual(await namesOf(), ['lamp', null, 'lamp', 'lamp', null]);
  // What was generated waits for the decision to be taken back.
  await takeBack(storage, world, [refused]);
  assert.deepEqual(await namesOf(), ['lamp', 'red', 'lamp', 'lamp', 'red']);
});

onAnyEngine('a person who decided about a product keeps its type', async ({ storage }) => {
  const world = await openTyped(storage, ['lamps', 'lamps']);
  await decide(storage, world, { verdict: 'approved', types: ['lamps'], new_name: 'lamp' });
  await decideProduct(world, 'p0', { type: { name: 'desk lamp' } });
  const id = await decide(storage, world, { verdict: 'refused', types: ['lamp'] });
  const namesOf = async () =>
    (await snapshot(storage, world, 2)).products.map(({ type }) => type?.name ?? null);
  assert.deepEqual(await namesOf(), ['desk lamp', null]);
  await decideProduct(world, 'p1', { suggestion_phrases: ['my words'] });
  await takeBack(storage, world, [id]);
  assert.deepEqual(await namesOf(), ['desk lamp', null]);
  // Without a decision of its own, the product follows the rename that still stands.
  await decideProduct(world, 'p1', { state: 'generated' });
  assert.deepEqual(await namesOf(), ['desk lamp', 'lamp']);
});
