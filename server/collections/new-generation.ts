import type { CollectionRules } from '../../contract/words/collections.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { isTimed } from './evaluate-rules.ts';

/** Has the catalog held against these rules from its start. The follower retires what was being built before. */
export async function newGeneration(
  writer: StoreWriter,
  collectionId: string,
  rules: CollectionRules,
): Promise<void> {
  await writer.insertGeneration({
    ...{ number: await writer.raiseCollections(), collectionId, rules, isTimed: isTimed(rules) },
    ...{ currency: writer.store.currency, state: 'building', memberCount: 0 },
    ...{ position: null, oldPosition: null },
  });
}
