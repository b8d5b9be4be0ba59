/**
 * `foretype export`: the products of a store as a file that `foretype import` and uploads take back. It reads 500 products at a time,
 * so memory does not grow with the catalog, and changes no product. It never alters a text for spreadsheets. An unknown store ends it
 * with exit code 1; products that cannot be read are left out and named, with code 1 after all others were written.
 */
// Tests: test/scenarios/damaged-export.test.ts.
import { once } from 'node:events';
import { writeFileWhole } from '../backup/backup-file.ts';
import { notFound } from '../errors.ts';
import type { DamagedRow } from '../storage/damage/damage.ts';
import type { StoredProduct, StoredProductPage } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';
import { type Command, jsonOption } from './command.ts';
import { createLossLog } from './losses.ts';
import { countProducts } from './progress.ts';
import { withStorage } from './with-storage.ts';

const productsPerRead = 500;
const standardOutput = '-';

/** Exports the merchant's data, without the phrases, ids and times of this service. */
export const exportCommand: Command = {
  name: 'export',
  summary:
    "write a store's products to a file: CSV where its name ends in .csv, else a line of JSON each; - is the standard output",
  operands: ['FILE'],
  options: {
    store: { kind: 'value', placeholder: 'ID', required: true, help: 'the store' },
    json: jsonOption,
  },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const [file = ''] = invocation.operands;
      const storeId = invocation.value('store');
      const store = await storage.directory.findStore(storeId);
      if (store === null) throw notFound(`store "${storeId}" (foretype store list shows them)`);
      const progress = countProducts(invocation.clock, store.productCount);
      let count = 0;
      const onProduct = () => {
        count += 1;
        progress.show(count);
      };
      const losses = createLossLog();
      const products = eachProduct(storage.reader(storeId), onProduct, (row) =>
        losses.onLoss({ storeId, ...row, key: null }),
      );
      try {
        const lines = file.endsWith('.csv') ? csvLines(products) : jsonLines(products);
        if (file === standardOutput) await print(lines);
        else await writeFileWhole(file, lines, { compressed: false });
      } finally {
        progress.end();
      }
      const lines = [`${file}: ${count} products.`, ...losses.leftOutLines()];
      if (file === standardOutput) process.stderr.write(`${lines.slice(1).join('\n')}\n`);
      else invocation.print({ file, products: count, left_out: losses.groups() }, lines);
      return losses.isEmpty() ? 0 : 1;
    }),
};

/** Prints lines at the pace of the reader; ends early once the reader is gone (closed-pipe.ts). */
async function print(lines: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  let isRead = true;
  const leave = () => {
    isRead = false;
  };
  stdout.once('error', leave);
  for await (const line of lines) {
    if (!isRead) return;
    if (!stdout.write(line)) await once(stdout, 'drain').catch(leave);
  }
}

async function* eachProduct(
  reader: StoreReader,
  onProduct: () => void,
  onLoss: (row: DamagedRow) => void,
): AsyncGenerator<ExportedProduct> {
  let after: string | null = null;
  for (;;) {
    const page: StoredProductPage = await reader.products.page({ after, limit: productsPerRead });
    for (const product of page.products) {
      yield toExported(product);
      onProduct();
    }
    page.damaged.forEach(onLoss);
    after = page.next;
    if (after === null) return;
  }
}

type ExportedProduct = ReturnType<typeof toExported>;

/** Converts a product to the names that imports know, with the values as they are stored. */
function toExported(product: StoredProduct) {
  const { imageUrl, imageUrls } = product;
  return {
    external_id: product.externalId,
    title: product.title,
    description: product.description,
    category: product.category,
    brand: product.brand,
    author: product.author,
    isbn: product.isbn,
    gtin: product.gtin,
    ean: product.ean,
    sku: product.sku,
    mpn: product.mpn,
    item_group_id: product.itemGroupId,
    price: product.price,
    compare_at_price: product.compareAtPrice,
    currency: product.currency,
    stock_quantity: product.stockQuantity,
    url: product.url,
    image_url: imageUrl,
    images: [...imageUrls],
    in_stock: product.inStock,
    attributes: Object.fromEntries(product.attributes),
  };
}

/** Fields without a value are left out. */
async function* jsonLines(products: AsyncIterable<ExportedProduct>): AsyncGenerator<string> {
  for await (const product of products) {
    yield `${JSON.stringify(product, (_key, value) => value ?? undefined)}\n`;
  }
}

const csvColumns = [
  ...(['external_id', 'title', 'description', 'category', 'brand', 'author', 'isbn', 'gtin'] as const),
  ...(['ean', 'sku', 'mpn', 'item_group_id', 'price', 'compare_at_price', 'currency'] as const),
  ...(['stock_quantity', 'url', 'image_url', 'images', 'in_stock', 'attributes'] as const),
];

/** Texts that spreadsheets run as formulas are not changed, so an import restores them exactly. */
async function* csvLines(products: AsyncIterable<ExportedProduct>): AsyncGenerator<string> {
  yield csvLine(csvColumns);
  for await (const product of products) {
    const cells = { ...product, images: product.images.join('|'), attributes: attributesCell(product) };
    yield csvLine(csvColumns.map((column) => String(cells[column] ?? '')));
  }
}

function attributesCell({ attributes }: ExportedProduct): string {
  return Object.keys(attributes).length === 0 ? '' : JSON.stringify(attributes);
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
