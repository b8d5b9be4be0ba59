/**
 * Goal: a product that goes while a list is read around a damaged page ends neither that page nor the list.
 * Method: a product is deleted between the statement that names the rows of a page and the one that reads them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectionReads } from '../../server/storage/collections/reads.ts';
import type { MemberPlace } from '../../server/storage/collections/tables.ts';
import { createTolerantPlace } from '../../server/storage/damage/damage.ts';
import type { Database, Query } from '../../server/storage/database.ts';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import { productPages } from '../../server/storage/products/pages.ts';
import {
  longProductTexts,
  storedProductColumns,
  toStoredProduct,
} from '../../server/storage/products/rows.ts';
import type { StoredProductPage } from '../../server/storage/records.ts';
import { overwritePage, runSql } from '../support/damage.ts';
import { engineNamed } from '../support/engines.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { withDatabase } from '../support/tenant-rows.ts';

const storeId = uuidOf(1);
const productCount = 400;

/** A collection of all products of a store, of which some lie on a damaged page. */
async function withDamage(work: (database: Database, target: StorageTarget) => Promise<void>): Promise<void> {
  const database = await engineNamed('sqlite').openEmpty();
  const { target } = database;
  assert.ok(target.engine === 'sqlite');
  const storage = await openStorage(target);
  await storage.migrate();
  await storage.directory.createStore(storeRow({ id: storeId }), []);
  const writes = Array.from({ length: productCount }, (_, number) => productWrite(`p-${number}`, number));
  const members = writes.map(({ id, product }) => ({
    productId: id,
    generation: 1,
    inStock: true,
    fromAt: 0,
    untilAt: 2,
    titleKey: product.externalId,
    createdAt: 0,
    priceKey: 0,
  }));
  await storage.write(storeId, async (writer) => {
    await writer.products.upsert(writes, 1);
  });
  await storage.writeMembers(storeId, async (writer) => {
    await writer.putMemberships(members);
    await writer.putMemberKeys(members, 'replaced');
  });
  await storage.close();
  assert.notEqual(overwritePage(target.file, { table: 'products', storeId }), null);
  await withDatabase(target, (opened) => work(opened, target));
  await database.close();
}

interface Listed {
  /** As the statement that names the rows of a page calls it, and as the table of products does. */
  readonly name: string;
  readonly column: string;
  readonly list: (query: Query) => Promise<string[]>;
}

/** Lists twice; the second time the first product that is named, and was listed before, goes at once. */
async function assertGoesOn(database: Database, target: StorageTarget, { name, column, list }: Listed) {
  const before = await list((statement) => database.read(storeId, statement));
  let gone: string | undefined;
  const after = await list(async (statement) => {
    const rows = await database.read(storeId, statement);
    const named = rows.flatMap((row) => namedIn(row, name));
    if (gone === undefined && named.length > 0) {
      gone = named.find((one) => before.includes(one));
      const isIt = `store_id = '${storeId}' and ${column} = '${gone}'`;
      await runSql(target, storeId, `delete from products where ${isIt}`);
    }
    return rows;
  });
  assert.ok(gone !== undefined);
  assert.deepEqual(
    after,
    before.filter((one) => one !== gone),
  );
}

/** Returns the name that a row holds beside its key, if that is all it holds. */
function namedIn(row: unknown, name: string): string[] {
  if (typeof row !== 'object' || row === null) return [];
  const found = Object.entries(row).filter(([column]) => column !== 'key');
  return found.length === 1
    ? found.flatMap(([column, value]) => (column === name ? [String(value)] : []))
    : [];
}

test('a product deleted meanwhile does not end a damaged list', () =>
  withDamage(async (database, target) => {
    const place = { storeId, onDamage() {} };
    const list = async (query: Query) => {
      const readPage = productPages(database.builder, query, place, {
        ...{ columns: storedProductColumns, decode: toStoredProduct, texts: longProductTexts },
      });
      const listed: string[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page: StoredProductPage = await readPage({ after: after ?? null, limit: 50 });
        listed.push(
          ...page.products.map(({ externalId }) => externalId),
          ...page.damaged.map(({ id }) => id),
        );
        after = page.next;
      }
      assert.ok(listed.length >= productCount - 1);
      return listed;
    };
    await assertGoesOn(database, target, { name: 'external_id', column: 'external_id', list });
  }));

test('a product purged meanwhile does not end a collection', () =>
  withDamage(async (database, target) => {
    const place = createTolerantPlace(storeId, () => {});
    const list = async (query: Query) => {
      const { members: readMembers } = collectionReads(database.builder, query, place);
      const listed: string[] = [];
      for (let after: MemberPlace | null | undefined; after !== null; ) {
        const about = { generation: 1, memberCount: productCount, sort: 'title', now: 1 } as const;
        const page = { ...about, after: after ?? null, limit: 50 };
        const members = await readMembers(page);
        listed.push(...members.map(({ place: { productId } }) => productId));
        after = members.length < page.limit ? null : (members.at(-1)?.place ?? null);
      }
      return listed;
    };
    await assertGoesOn(database, target, { name: 'productId', column: 'id', list });
  }));
