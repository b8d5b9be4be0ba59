/**
 * Converts generations, whose positions in the list of changes are two columns each, and members to rows and back. Inputs are trusted.
 * It reads no database; a position before the first change is the change number -1.
 */
// Tests: test/api/collections.test.ts.

import type { RowDelete, RowInsert } from '../database.ts';
import type { ChangePosition } from '../products/tables.ts';
import { insertOf } from '../snapshots/insert-rows.ts';
import type { RowOf } from '../table.ts';
import type { collectionGenerations } from './tables.ts';
import {
  type CollectionGeneration,
  collectionProducts,
  generationRecord,
  type MemberKeys,
  type Membership,
  type MembershipName,
  memberKeys,
} from './tables.ts';

/** A place in the list of changes as two columns; none is before the first. */
export function toPositionColumns(position: ChangePosition | null): [change: number, externalId: string] {
  return [position?.changeNumber ?? -1, position?.externalId ?? ''];
}

/** The columns of a generation that has read up to a place, for nodes of all versions. */
export function toSeenColumns(position: ChangePosition | null) {
  const [change, externalId] = toPositionColumns(position);
  return {
    seen_change: change,
    seen_external_id: externalId,
    keyed_change: change,
    keyed_external_id: externalId,
  };
}

export function toGenerationRow(storeId: string, generation: CollectionGeneration) {
  return {
    store_id: storeId,
    ...generationRecord.encode(generation),
    ...toSeenColumns(generation.position),
  };
}

export function toGeneration(row: RowOf<typeof collectionGenerations.columns>): CollectionGeneration {
  return {
    ...generationRecord.decode(row),
    position: toPosition(row.keyed_change, row.keyed_external_id),
    oldPosition: toPosition(row.seen_change, row.seen_external_id),
  };
}

function toPosition(changeNumber: number, externalId: string): ChangePosition | null {
  return changeNumber < 0 ? null : { changeNumber, externalId };
}

/** Replaces the end of a place that exists. */
export function membershipInsert(
  storeId: string,
  memberships: readonly (Membership & MemberKeys)[],
): RowInsert {
  return insertOf(collectionProducts, { storeId, records: memberships, replaces: ['until_at'] });
}

export function membershipDelete(storeId: string, rows: readonly MembershipName[]): RowDelete {
  return {
    table: 'collection_products',
    storeId,
    find: ['product_id', 'text'],
    and: [
      ['generation', 'bigint'],
      ['from_at', 'bigint'],
    ],
    rows: rows.map(({ productId, generation, fromAt }) => [productId, generation, fromAt]),
  };
}

export function memberKeysInsert(
  storeId: string,
  keys: readonly MemberKeys[],
  present: 'replaced' | 'kept',
): RowInsert {
  // The time of creation never changes.
  const replaces = present === 'kept' ? [] : (['in_stock', 'title_key', 'price_key'] as const);
  return insertOf(memberKeys, { storeId, records: keys, replaces });
}
