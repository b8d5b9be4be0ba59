/** Guards that keep the stores apart: the store in each statement, and row-level security behind it. */
import type { Guard } from './guard.ts';

export const tenancyGuards: readonly Guard[] = [
  {
    name: 'products are read of their store only',
    file: 'server/storage/products/reads.ts',
    from: "const ofStore = builder.selectFrom('products').where('store_id', '=', storeId);",
    to: "const ofStore = builder.selectFrom('products');",
    tests: {
      'test/api/isolation.test.ts': ['§4.3 tenant: another store’s id is answered like an unknown one'],
    },
  },
  {
    name: 'lists of products hold those of their store only',
    file: 'server/storage/products/pages.ts',
    from: "const products = builder.selectFrom('products').where('store_id', '=', storeId);",
    to: "const products = builder.selectFrom('products');",
    tests: { 'test/api/isolation.test.ts': ['lists, counts and health hold the own store only'] },
  },
  {
    name: 'types are read of their store only',
    file: 'server/storage/enrichment/phrase-reads.ts',
    from: ".select(['name', 'products'])\n        .where('store_id', '=', storeId)",
    to: ".select(['name', 'products'])",
    tests: { 'test/api/product-types.test.ts': ['types and their products stay with their store'] },
  },
  {
    name: 'what is said of a type is of its store only',
    file: 'server/storage/enrichment/phrase-reads.ts',
    from: ".select(productOfType.names)\n        .where('store_id', '=', storeId)",
    to: '.select(productOfType.names)',
    tests: { 'test/api/product-types.test.ts': ['types and their products stay with their store'] },
  },
  {
    name: 'outdated phrases are looked for in their store only',
    file: 'server/storage/enrichment/phrase-reads.ts',
    from: ".where('store_id', '=', storeId)\n        .where('product_id', '>', after)\n        .orderBy('product_id');\n      const stretch",
    to: ".where('product_id', '>', after)\n        .orderBy('product_id');\n      const stretch",
    tests: { 'test/storage/enrichment.test.ts': ['outdated products have other rules and no turn'] },
  },
  {
    name: 'imports are read of their store only',
    file: 'server/storage/imports/reads.ts',
    from: "const ofStore = builder.selectFrom('imports').selectAll().where('store_id', '=', storeId);",
    to: "const ofStore = builder.selectFrom('imports').selectAll();",
    tests: {
      'test/api/isolation.test.ts': ['§4.3 tenant: another store’s id is answered like an unknown one'],
    },
  },
  {
    name: 'an idempotency key is of its store only',
    file: 'server/storage/imports/idempotency.ts',
    from: ".selectAll()\n        .where('store_id', '=', storeId)\n        .where('key', '=', key);",
    to: ".selectAll()\n        .where('key', '=', key);",
    tests: {
      'server/ingest/import-json.live.test.ts': ['an idempotency key is another one in another store'],
    },
  },
  {
    name: 'synonyms are of their store only',
    file: 'server/storage/synonyms/statements.ts',
    from: "const set = builder.selectFrom('synonym_sets').selectAll().where('store_id', '=', storeId);",
    to: "const set = builder.selectFrom('synonym_sets').selectAll();",
    tests: {
      'test/storage/synonyms.test.ts': ['synonyms belong to one store'],
      'test/api/synonyms.test.ts': ['one store’s synonyms are not seen or replaced by another'],
    },
  },
  {
    name: 'the audit log is read of its store only',
    file: 'server/storage/accounts/audit-entries.ts',
    from: "builder.selectFrom('audit_entries').selectAll().where('store_id', '=', storeId)",
    to: "builder.selectFrom('audit_entries').selectAll()",
    tests: {
      'test/api/dashboard-members.test.ts': ['the audit log shows who did what, newest first'],
    },
  },
  {
    name: 'webhooks are read of their store only',
    file: 'server/storage/webhooks/statements.ts',
    from: "builder.selectFrom('webhooks').where('store_id', '=', storeId).where('id', '=', webhookId);",
    to: "builder.selectFrom('webhooks').where('id', '=', webhookId);",
    tests: {
      'test/api/webhooks.test.ts': ['another store and lower roles reach no webhook (${engine.name})'],
    },
  },
  {
    name: 'feeds are read of their store only',
    file: 'server/storage/feeds/statements.ts',
    from: "    .where('feeds.store_id', '=', storeId);",
    to: '    ;',
    tests: { 'test/api/feeds.test.ts': ['a feed of another store is unknown to every call'] },
  },
  {
    name: 'a statement sees the rows of the store that is set',
    file: 'server/storage/migrations/create-table.ts',
    from: "using (store_id = current_setting('foretype.store', true))",
    to: "using (store_id <> '')",
    tests: {
      'test/storage/postgres.test.ts': ['§1.8 a statement without its store sees the set store only'],
    },
  },
  {
    name: 'row-level security holds for the owner of tables',
    file: 'server/storage/migrations/create-table.ts',
    from: 'await run(sql`alter table ${id} force row level security`);',
    to: '',
    tests: {
      'test/storage/postgres.test.ts': ['§1.8 every tenant table forces row-level security on its owner'],
    },
  },
  {
    name: 'a connection carries no store to its next user',
    file: 'server/storage/postgres/open-postgres-database.ts',
    from: 'return `set local foretype.store',
    to: 'return `set foretype.store',
    tests: {
      'test/storage/postgres.test.ts': ['§1.8 a committed transaction leaves its connection without a store'],
    },
  },
  {
    name: 'a collection is read of its store only',
    file: 'server/storage/collections/reads.ts',
    from: "const own = builder.selectFrom('collections').where('store_id', '=', storeId);",
    to: "const own = builder.selectFrom('collections');",
    tests: {
      'test/api/collections.test.ts': ['another store’s collections are answered like unknown ones'],
    },
  },
  {
    name: 'a product is erased in its store only',
    file: 'server/storage/products/erasures.ts',
    from: 'where store_id = ${storeId} and ${keyed(rule, column, named)}',
    to: 'where ${keyed(rule, column, named)}',
    tests: { 'test/api/product-erasure.test.ts': ['an erased product leaves collections and another store'] },
  },
  {
    name: 'an erased product is gone from the indexes of every node',
    file: 'server/storage/products/erasures.ts',
    from: ".where('change_number', '<=', upTo)",
    to: ".where('change_number', '<', 0)",
    tests: {
      'server/autocomplete/following/store-index.live.test.ts': [
        'erased products leave the indexes of every node',
      ],
    },
  },
  {
    name: 'an erased product frees its place in the plan',
    file: 'server/ingest/remove-product.ts',
    from: 'productCount: -1, inStockCount',
    to: 'productCount: 0, inStockCount',
    tests: {
      'test/api/product-erasure.test.ts': ['Contract §4 purge erases the product and frees its place'],
    },
  },
  {
    name: 'nobody writes a store that is being deleted',
    file: 'server/storage/stores/deletions.ts',
    from: "await transaction.run(builder.deleteFrom('stores').where('id', '=', storeId));",
    to: '',
    tests: { 'test/storage/store-deletions.test.ts': ['a store cannot be written from its deletion on'] },
  },
  {
    name: 'no index of a deleted store is shared again',
    file: 'server/storage/hold-store.ts',
    from: "return (await transaction.query(engine === 'postgres' ? store.forKeyShare() : store)).length === 1;",
    to: 'return (await transaction.query(store)).length < 2;',
    tests: { 'test/storage/store-deletions.test.ts': ['a store cannot be written from its deletion on'] },
  },
  {
    name: 'a deletion carried on by two counts each row once',
    file: 'server/storage/stores/deletions.ts',
    from: "await transaction.query(engine === 'postgres' ? row.forUpdate() : row);",
    to: 'await transaction.query(row);',
    tests: { 'test/storage/store-deletions.test.ts': ['a deletion goes in bounded steps that count once'] },
    engine: 'postgres',
  },
  {
    name: 'an owner who deletes a store types its name',
    file: 'server/stores/delete-store.ts',
    from: 'if (name.trim() !== store.name.trim()) {',
    to: "if (name === '') {",
    tests: {
      'test/browser/dashboard-delete-store.test.ts': ['only an owner who types its name deletes a store'],
    },
  },
  {
    name: 'strangers do not use up the tries of an owner',
    file: 'server/http/dashboard/sign-in-limiter.ts',
    from: 'admit(isKnown ? `${email}\\n${network}` : email, reply);',
    to: 'admit(isKnown ? email : email, reply);',
    tests: { 'test/api/network-limits.test.ts': ['strangers cannot use up the tries of an owner'] },
  },
];
