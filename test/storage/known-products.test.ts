/**
 * Goal: what a batch takes for readable is readable. Method: values of stored rows are overwritten past the service, one column
 * at a time, and the quick look is held against the thorough one.
 */
import assert from 'node:assert/strict';
import type { Storage } from '../../server/storage/storage.ts';
import { runSql } from '../support/damage.ts';
import { type EngineContext, onBothEngines } from '../support/engines.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);

/** Values by column, no one of which a reader understands. */
const faults = {
  price: ["'{'", "'1.'", "'.5'", "'1.2.3'", "''"],
  compare_at_price: ["'x'"],
  currency: ["'eur'", "'EURO'"],
  image_urls: ["'{'", "'[1]'", "'null'"],
  attributes: ["'{'", `'["a"]'`, `'[["a",1]]'`],
  raw: ["'{'", "'[]'", "'~*'", "'~/'", "'~f'", "'~3:abc'"],
  suggestion_phrases: ["'['", `'[["a"]]'`],
  search_phrases: ["'['", "'{}'"],
  created_at: ['9007199254740993'],
  updated_at: ['9007199254740993'],
  change_number: ['9007199254740993'],
  stock_quantity: ['9007199254740993'],
};

const sound = {
  image_urls: [`'["https://shop.example/i"]'`],
  attributes: [`'[["color","red"],["size","1"]]'`],
  suggestion_phrases: [`'["lamp"]'`],
  raw: [`'{"a":[1]}'`, "'~a-c'"],
  stock_quantity: ['null', '7'],
  price: ["'12.50'"],
};

async function fill(storage: Storage, rawLength = 1): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  const raw = JSON.stringify({ text: 'x'.repeat(rawLength) });
  const writes = ['a', 'b'].map((id, number) => productWrite(id, number, { raw, product: { brand: null } }));
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 1));
}

/** What the two looks find, by id. */
async function looks(storage: Storage): Promise<{ quick: readonly string[]; thorough: readonly string[] }> {
  return await storage.write(storeId, async (writer) => {
    const known = await writer.products.known(['a', 'b', 'absent']);
    const plain = [...known].map(([id, { isSound, ...rest }]) => [id, rest] as const);
    assert.deepEqual(new Map(plain), await writer.products.existing(['b', 'a']));
    const doubtful = [...known].filter(([, { isSound }]) => isSound !== true).map(([id]) => id);
    const damaged = await writer.products.damaged(['a', 'b']);
    return { quick: doubtful, thorough: damaged.map(({ id }) => id) };
  });
}

/** Gives one column of a row each of the values; both looks must find these ids. */
async function assertFound(
  { storage, target }: EngineContext,
  values: Readonly<Record<string, readonly string[]>>,
  found: readonly string[],
): Promise<void> {
  await fill(storage);
  assert.deepEqual(await looks(storage), { quick: [], thorough: [] });
  for (const [column, given] of Object.entries(values)) {
    const read = `select ${column} as value from products where external_id = 'a'`;
    const [row] = await runSql(target, storeId, read);
    const before = typeof row?.value === 'string' ? `'${row.value}'` : String(row?.value);
    const set = (value: string) =>
      runSql(target, storeId, `update products set ${column} = ${value} where external_id = 'a'`);
    for (const value of given) {
      await set(value);
      assert.deepEqual(await looks(storage), { quick: found, thorough: found }, `${column} ${value}`);
    }
    await set(before);
  }
}

onBothEngines('a batch doubts each row that cannot be read', (context) =>
  assertFound(context, faults, ['a']),
);

onBothEngines('a batch doubts no short row that can be read', (context) => assertFound(context, sound, []));

onBothEngines('a long row is left to the thorough look', async ({ storage }) => {
  await fill(storage, 4_096);
  assert.deepEqual(await looks(storage), { quick: ['a', 'b'], thorough: [] });
});
