import type { CollectionRules } from '../../contract/words/collections.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { isTimed } from './evaluate-rules.ts';

/** Has the catalog held against these rules from its start, in the place of whatever was being built for the collection. */
export async function newGeneration(
  writer: StoreWriter,
  collectionId: string,
  rules: CollectionRules,
): Promise<void> {
  await writer.retireGenerations(collectionId, 'building');
  await writer.insertGeneration({
    ...{ number: await writer.raiseCollections(), collectionId, rules, isTimed: isTimed(rules) },
    ...{ currency: writer.store.currency, state: 'building', position: null, memberCount: 0 },
  });
}
