/** The changes of {@link CollectionChanges} on a database, each with its entry in the store's audit log. */

import { limits } from '../../contract/limits.ts';
import { reservedSlugs } from '../../contract/words/collections.ts';
import type { Clock } from '../clock.ts';
import { AppError, notFound } from '../errors.ts';
import type { Collection, NamedCollection } from '../storage/collections.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import type { CollectionHandlers, OneCollection, StoreOfCollections } from './changes.ts';
import { newGeneration } from './new-generation.ts';
import {
  type CollectionSettings,
  type NewCollectionSettings,
  parseCollectionPatch,
  parseNewCollection,
} from './parse-collection.ts';
import { slugOfTitle } from './slug-of-title.ts';

/** What changes need from outside. */
export interface CollectionEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
}

/** A handler for each change; it resolves when the change is durable. Members follow in the background. */
export function createCollectionChanges(
  storage: Storage,
  environment: CollectionEnvironment,
): CollectionHandlers {
  return {
    async createCollection({ storeId, actor, body }) {
      const settings = parseNewCollection(body);
      return await storage.write(storeId, (writer) => create(writer, actor, settings, environment));
    },
    async updateCollection({ body, ...place }) {
      const changed = parseCollectionPatch(body);
      return await storage.write(place.storeId, (writer) => update(writer, place, changed, environment));
    },
    async deleteCollection(place) {
      return await storage.write(place.storeId, async (writer) => {
        // By its names: one that cannot be read goes too.
        const collection = (await writer.collectionNames()).find(({ slug }) => slug === place.slug);
        if (collection === undefined) throw notFound('collection');
        await writer.deleteCollection(collection.id);
        await writer.raiseCollections();
        await record(writer, place, 'collection.deleted', collection, environment);
        return null;
      });
    },
  };
}

async function create(
  writer: StoreWriter,
  actor: StoreOfCollections['actor'],
  { slug, ...settings }: NewCollectionSettings,
  environment: CollectionEnvironment,
): Promise<Collection> {
  const others = await writer.collectionNames();
  if (others.length >= limits.collectionsPerStore) {
    const message = `A store takes at most ${limits.collectionsPerStore} collections. Delete one that is not needed.`;
    throw new AppError('conflict', message);
  }
  if (slug !== null) refuseTaken(slug, others);
  const createdAt = environment.clock.nowMicros();
  const id = environment.newId();
  const collection: Collection = {
    ...{ id, ...settings, createdAt, updatedAt: createdAt },
    slug: slug ?? freeSlug(slugOfTitle(settings.title) || `collection-${id.slice(-idEndLength)}`, others),
  };
  await writer.insertCollection(collection);
  await newGeneration(writer, collection.id, collection.rules);
  await record(writer, { actor }, 'collection.created', collection, environment);
  return collection;
}

async function update(
  writer: StoreWriter,
  place: OneCollection,
  changed: Partial<CollectionSettings>,
  environment: CollectionEnvironment,
): Promise<Collection> {
  const before = await find(writer, place);
  const collection = { ...before, ...changed, updatedAt: environment.clock.nowMicros() };
  const names = (Object.keys(changed) as (keyof CollectionSettings)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(collection[name]),
  );
  if (names.length === 0) return before;
  if (names.includes('slug')) refuseTaken(collection.slug, await writer.collectionNames());
  await writer.updateCollection(collection);
  if (names.includes('rules')) await newGeneration(writer, collection.id, collection.rules);
  const differences = names.map((name) => {
    // Rules may be long; the log says that they changed.
    const isLong = name === 'rules' || name === 'description';
    return [wireName(name), isLong ? true : { from: before[name], to: collection[name] }];
  });
  const details = Object.fromEntries(differences) as Readonly<Record<string, unknown>>;
  await record(writer, place, 'collection.changed', collection, environment, details);
  return collection;
}

function wireName(name: keyof CollectionSettings): string {
  return name === 'isActive' ? 'is_active' : name;
}

function refuseTaken(slug: string, others: readonly NamedCollection[]): void {
  if (!others.some((other) => other.slug === slug)) return;
  throw new AppError('conflict', `The store has a collection with the slug ${slug} already. Choose another.`);
}

/** As much of an id as an address shows, its random end. */
const idEndLength = 6;

/** With a number behind it where it is taken. */
function freeSlug(base: string, others: readonly NamedCollection[]): string {
  const taken = new Set([...reservedSlugs, ...others.map(({ slug }) => slug)]);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) {
    const end = `-${number}`;
    const slug = `${base.slice(0, limits.collectionSlugMaxLength - end.length).replace(/-+$/, '')}${end}`;
    if (!taken.has(slug)) return slug;
  }
}

async function find(writer: StoreWriter, { slug }: OneCollection): Promise<Collection> {
  const collection = await writer.collection(slug);
  if (collection === null) throw notFound('collection');
  return collection;
}

async function record(
  writer: StoreWriter,
  { actor }: Pick<StoreOfCollections, 'actor'>,
  action: string,
  { title: subject }: NamedCollection,
  { clock }: CollectionEnvironment,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await writer.insertAuditEntry(createAuditEntry(clock, { actor, action, subject, details }));
}
