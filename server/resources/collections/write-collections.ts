/**
 * The operations that change collections, done in the pipeline thread. Each writes an entry of the store's audit log. Products are
 * found in the background. A store has at most 200 collections (a further one, or a slug that is taken, is `conflict`); an unknown
 * slug is `not_found`. They never change a product.
 */
// Tests: ./follow-collections.live.test.ts.
import type { collectionOperations } from '../../../contract/collections.ts';
import { limits } from '../../../contract/limits.ts';
import { type CollectionRules, reservedSlugs } from '../../../contract/words/collections.ts';
import type { Clock } from '../../clock.ts';
import { AppError, notFound } from '../../errors.ts';
import { isTimed } from '../../merchandising/conditions/evaluate-rules.ts';
import type { HandlerOf, OperationHandlers } from '../../operations/operation-call.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import type { Collection, NamedCollection } from '../../storage/collections/tables.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { readState } from './collection-state.ts';
import { presentCollection } from './present-collection.ts';
import { slugOfTitle } from './slug-of-title.ts';

/** The parts from outside that changes of collections need. */
export interface CollectionDependencies {
  readonly clock: Clock;
  readonly newId: () => string;
}

type Call<Name extends keyof typeof collectionOperations> = Parameters<
  HandlerOf<(typeof collectionOperations)[Name]>
>[0];

/** Operations that do not wait for the long writes of their store: they are short, and a person waits for them. */
export const soonCollectionWrites = ['createCollection', 'updateCollection', 'deleteCollection'] as const;

/** A handler for each operation. It resolves when the change is durable. */
export function collectionWrites(
  storage: Storage,
  dependencies: CollectionDependencies,
): OperationHandlers<typeof collectionOperations, 'pipeline'> {
  const { clock } = dependencies;
  const present = async (storeId: string, collection: Collection, origin: string) =>
    presentCollection(await readState(storage.reader(storeId), collection, clock.nowMicros()), origin);
  return {
    async createCollection(call) {
      const { storeId, origin } = call;
      const made = await storage.write(storeId, (writer) => create(writer, call, dependencies));
      return {
        message: 'The collection has been created.',
        collection: await present(storeId, made, origin),
      };
    },
    async updateCollection(call) {
      const { storeId, origin } = call;
      const changed = await storage.write(storeId, (writer) => update(writer, call, dependencies));
      const collection = await present(storeId, changed, origin);
      return { message: 'The collection has been changed.', collection };
    },
    deleteCollection: ({ storeId, actor, params }) =>
      storage.write(storeId, async (writer) => {
        // By its name, so that a damaged collection can be deleted.
        const collection = (await writer.collections.names()).find(({ slug }) => slug === params.slug);
        if (collection === undefined) throw notFound('collection');
        await writer.collections.delete(collection.id);
        await writer.collections.raise();
        await record(writer, { actor, action: 'deleted', collection }, clock);
        return { message: 'The collection has been deleted. Its products stay.' };
      }),
  };
}

/**
 * Starts a generation of a collection: the whole catalog is compared with these rules. The follower retires the generation
 * that was being built before.
 */
export async function newGeneration(
  writer: StoreWriter,
  collectionId: string,
  rules: CollectionRules,
): Promise<void> {
  await writer.collections.insertGeneration({
    number: await writer.collections.raise(),
    collectionId,
    rules,
    isTimed: isTimed(rules),
    currency: writer.store.currency,
    state: 'building',
    memberCount: 0,
    position: null,
    oldPosition: null,
  });
}

async function create(
  writer: StoreWriter,
  { actor, body }: Call<'createCollection'>,
  { clock, newId }: CollectionDependencies,
): Promise<Collection> {
  const others = await writer.collections.names();
  if (others.length >= limits.collectionsPerStore) {
    const message = `A store has at most ${limits.collectionsPerStore} collections. Delete one that is not needed.`;
    throw new AppError('conflict', message);
  }
  if (body.slug !== undefined) refuseTaken(body.slug, others);
  const createdAt = clock.nowMicros();
  const id = newId();
  const base = slugOfTitle(body.title) || `collection-${id.slice(-idEndLength)}`;
  const collection: Collection = {
    id,
    slug: body.slug ?? freeSlug(base, others),
    title: body.title,
    description: body.description ?? '',
    rules: body.rules,
    sort: body.sort,
    isActive: body.is_active,
    createdAt,
    updatedAt: createdAt,
  };
  await writer.collections.insert(collection);
  await newGeneration(writer, collection.id, collection.rules);
  await record(writer, { actor, action: 'created', collection }, clock);
  return collection;
}

/** The fields of a collection that people set, with their names on the wire. */
const settings = [
  ['title', 'title'],
  ['slug', 'slug'],
  ['description', 'description'],
  ['rules', 'rules'],
  ['sort', 'sort'],
  ['isActive', 'is_active'],
] as const;

async function update(
  writer: StoreWriter,
  call: Call<'updateCollection'>,
  { clock }: CollectionDependencies,
): Promise<Collection> {
  const before = await writer.collections.find(call.params.slug);
  if (before === null) throw notFound('collection');
  const { actor, body } = call;
  const collection: Collection = {
    ...before,
    title: body.title ?? before.title,
    slug: body.slug ?? before.slug,
    description: body.description === undefined ? before.description : (body.description ?? ''),
    rules: body.rules ?? before.rules,
    sort: body.sort ?? before.sort,
    isActive: body.is_active ?? before.isActive,
    updatedAt: clock.nowMicros(),
  };
  const changed = settings.filter(
    ([name]) => JSON.stringify(before[name]) !== JSON.stringify(collection[name]),
  );
  if (changed.length === 0) return before;
  const isChanged = (setting: string) => changed.some(([name]) => name === setting);
  if (isChanged('slug')) refuseTaken(collection.slug, await writer.collections.names());
  await writer.collections.update(collection);
  if (isChanged('rules')) await newGeneration(writer, collection.id, collection.rules);
  const details = Object.fromEntries(
    changed.map(([name, wireName]) => {
      // Rules and descriptions may be long: the log says only that they changed.
      const isLong = name === 'rules' || name === 'description';
      return [wireName, isLong ? true : { from: before[name], to: collection[name] }];
    }),
  );
  await record(writer, { actor, action: 'changed', collection, details }, clock);
  return collection;
}

function refuseTaken(slug: string, others: readonly NamedCollection[]): void {
  if (!others.some((other) => other.slug === slug)) return;
  throw new AppError('conflict', `The store already has a collection with the slug ${slug}. Choose another.`);
}

/** Characters of an id that an address shows: its random end. */
const idEndLength = 6;

/** The slug, with a number added if it is taken. */
function freeSlug(base: string, others: readonly NamedCollection[]): string {
  const taken = new Set([...reservedSlugs, ...others.map(({ slug }) => slug)]);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) {
    const end = `-${number}`;
    const slug = `${base.slice(0, limits.collectionSlugMaxLength - end.length).replace(/-+$/, '')}${end}`;
    if (!taken.has(slug)) return slug;
  }
}

interface Recorded {
  readonly actor: Actor | null;
  readonly action: 'created' | 'changed' | 'deleted';
  readonly collection: NamedCollection;
  readonly details?: Readonly<Record<string, unknown>>;
}

async function record(
  writer: StoreWriter,
  { actor, action, collection, details = {} }: Recorded,
  clock: Clock,
): Promise<void> {
  const subject = collection.title;
  const entry = createAuditEntry(clock, { actor, action: `collection.${action}`, subject, details });
  await writer.audit.insert(entry);
}
