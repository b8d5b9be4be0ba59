/**
 * Decides which generations of collections are of no use any more. Pure: it deletes nothing, never names the one that answers, and
 * throws nothing. Generations are numbers that grow; an empty list gives none, and a collection that is gone makes all of its own
 * obsolete.
 */
// Tests: ./follow-collections.live.test.ts.
import type { GenerationHead, NamedCollection } from '../../storage/collections/tables.ts';

/**
 * Numbers of generations that are of no use any more: their collection is gone, a newer one of it answers, or a newer one is
 * built instead. So owners need not retire them, and a crash forgets none. `collections` are those of the same moment or later.
 */
export function findObsolete(
  generations: readonly GenerationHead[],
  collections: readonly NamedCollection[],
): number[] {
  const obsolete: number[] = [];
  const standing = generations.filter(({ state }) => state !== 'retired');
  const ofCollections = Map.groupBy(standing, ({ collectionId }) => collectionId);
  for (const { id } of collections) {
    const own = ofCollections.get(id) ?? [];
    ofCollections.delete(id);
    const isReplaced = ({ number, state }: GenerationHead) =>
      own.some((one) => one.number > number && (one.state === 'live' || state === 'building'));
    obsolete.push(...own.filter(isReplaced).map(({ number }) => number));
  }
  const ownerless = [...ofCollections.values()].flat();
  return [...obsolete, ...ownerless.map(({ number }) => number)];
}
