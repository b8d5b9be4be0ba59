/**
 * The demo shop: pages with a search box on the demo store, to which the widget is bound as in any shop (§1.7, §4.9; Contract §1). Its
 * products are those of the store, as they are now. It never changes a product, and its searches are not counted. Without a demo store
 * it shows a page that says so; an unknown product is 404. Typed text is cut to 100 characters.
 */
// Tests: test/api/demo.test.ts.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { readChoices } from '../../../demo/choices.ts';
import { makeDemoFeed } from '../../../demo/demo-catalog.ts';
import type { Html } from '../../../demo/html.ts';
import { drawPicture } from '../../../demo/product-pictures.ts';
import { renderNoStore, type ShopFrame, shopPageHeaders } from '../../../demo/shop-page.ts';
import {
  renderFront,
  renderPhone,
  renderProduct,
  renderReact,
  renderResults,
  type ShopCard,
  type ShopProduct,
} from '../../../demo/shop-pages.ts';
import { notFound } from '../../errors.ts';
import { ownFeedPath } from '../../feeds/own-feed.ts';
import type { StoredProduct } from '../../storage/records.ts';
import { type DemoStore, findDemoStore } from '../../stores/demo-store.ts';
import { originOf } from '../admission/origin.ts';
import { prepareOnce, sendPrepared } from '../answers/prepared-document.ts';
import type { Services } from '../services.ts';

const files = {
  '/demo/storefront.css': 'text/css; charset=utf-8',
  '/demo/storefront.js': 'text/javascript; charset=utf-8',
} as const;
/** The built script of the React page; absent where the packages are not built. */
const reactScript = new URL('../../../packages/demo/dist/search-page.js', import.meta.url);

const open = { config: { access: 'open' } } as const;
const fromMemory = { config: { access: 'open', budget: 'none' } } as const;

const frontCount = 10;
const relatedCount = 5;

/**
 * Adds the pages of the demo shop, its files and its configuration, all of which are open to everybody; `/` leads to
 * the shop.
 */
export function demoRoutes(app: FastifyInstance, services: Services): void {
  // A person who opens the printed address in a browser wants to see something.
  app.get('/', fromMemory, (_request, reply) => reply.redirect('/demo'));
  app.get('/demo/config.json', open, async () => {
    const demo = await findDemoStore(services.storage);
    return { apiKey: demo?.storefrontKey ?? null, storeName: demo?.storeName ?? null };
  });
  if (services.config.demo) {
    app.get(ownFeedPath, open, async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(await makeDemoFeed(originOf(request, services.config))),
    );
  }
  fileRoutes(app);
  pageRoutes(app, services);
}

function fileRoutes(app: FastifyInstance): void {
  for (const [path, type] of Object.entries(files)) {
    const file = prepareOnce(() => readFile(new URL(`../../..${path}`, import.meta.url)));
    const headers = { ...shopPageHeaders, 'content-type': type };
    app.get(path, fromMemory, async (request, reply) => sendPrepared(await file(), headers, request, reply));
  }
  const script = prepareOnce(() => readFile(reactScript));
  app.get('/demo/react.js', fromMemory, async (request, reply) => {
    const headers = { ...shopPageHeaders, 'content-type': files['/demo/storefront.js'] };
    const prepared = await script().catch(() => null);
    if (prepared === null) throw notFound('script');
    return sendPrepared(prepared, headers, request, reply);
  });
  app.get<{ Params: { name: string } }>('/demo/pictures/:name', fromMemory, (request, reply) => {
    const picture = drawPicture(request.params.name);
    if (picture === null) throw notFound('picture');
    return reply
      .type('image/svg+xml')
      .headers({ 'content-security-policy': "default-src 'none'", 'cache-control': 'public, max-age=86400' })
      .send(picture);
  });
}

/** Makes a page, within a frame that says what was chosen. */
type Render = (demo: DemoStore, frame: ShopFrame, request: FastifyRequest) => Promise<Html>;

function pageRoutes(app: FastifyInstance, services: Services): void {
  const { storage, readers } = services;
  const page = (path: string, render: Render) =>
    app.get(path, open, async (request, reply) => {
      const demo = await findDemoStore(storage);
      if (demo === null) return sendPage(reply, renderNoStore());
      const frame = frameOf(demo, request, services);
      return sendPage(
        reply,
        frame.choices.device === 'phone' ? renderPhone(frame) : await render(demo, frame, request),
      );
    });
  page('/demo', async (demo, frame) => renderFront(frame, await findCards(services, demo, '', frontCount)));
  page('/demo/react', async (demo, frame) =>
    renderReact(frame, await findCards(services, demo, '', frontCount)),
  );
  page('/demo/search', async (demo, frame) =>
    renderResults(frame, await findCards(services, demo, frame.query, limits.autocompleteLimitMax)),
  );
  page('/demo/p/:id', async (demo, frame, request) => {
    const { id } = request.params as { id: string };
    const product = await readers.of(demo.storeId).products.find(id);
    if (product === null) throw notFound('product');
    const store = await storage.directory.findStore(demo.storeId);
    const shown = toShopProduct(product, store?.currency ?? '');
    const aisle = product.category?.split('>').at(-1) ?? product.title;
    const related = await findCards(services, demo, aisle, relatedCount + 1);
    const others = related.filter(({ url }) => url !== product.url).slice(0, relatedCount);
    return renderProduct(frame, shown, others);
  });
}

function frameOf(demo: DemoStore, request: FastifyRequest, { config }: Services): ShopFrame {
  const query = request.query as Readonly<Record<string, unknown>>;
  return {
    choices: readChoices(query),
    path: request.url.split('?', 1)[0] ?? '/demo',
    query: typeof query.q === 'string' ? Array.from(query.q).slice(0, limits.queryMaxLength).join('') : '',
    storeName: demo.storeName,
    apiKey: demo.storefrontKey,
    origin: originOf(request, config),
  };
}

/** Finds the cards that the shop's own search shows; not counted as a shopper's keystroke. */
async function findCards(
  { autocomplete, index }: Services,
  { storeId }: DemoStore,
  query: string,
  limit: number,
): Promise<readonly ShopCard[]> {
  await index.load(storeId);
  const text = Array.from(query).slice(0, limits.queryMaxLength).join('');
  const question = { storeId, query: text, limit, explain: false, salePrices: true };
  const answer = await autocomplete.inTurn(storeId, () => autocomplete.answer(question));
  if (answer === undefined) return [];
  return (JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8')) as { products: ShopCard[] })
    .products;
}

function toShopProduct(product: StoredProduct, storeCurrency: string): ShopProduct {
  const { title, category, url, price, description, brand, compareAtPrice, attributes } = product;
  return {
    ...{ title, category, url, price, description, brand, compareAtPrice, attributes },
    ...{
      image_url: product.imageUrl,
      in_stock: product.inStock,
      currency: product.currency ?? storeCurrency,
    },
  };
}

function sendPage(reply: FastifyReply, { text }: Html): FastifyReply {
  return reply.type('text/html; charset=utf-8').headers(shopPageHeaders).send(text);
}
