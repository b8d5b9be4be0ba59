/**
 * Shops of each system with the same few products, which tests change: even numbers have two variants, odd ones none. What a change
 * stamps is what the system stamps: a variation of WooCommerce and a child of Magento by itself. Prices are texts such as `7.00`.
 */
import { blankMagento, magentoFeed, magentoProduct, startMagentoServer } from './magento-server.ts';
import { type ShopServer, stampOf } from './shop-server.ts';
import { shopifyFeed, shopifyProduct, startShopifyServer } from './shopify-server.ts';
import { startWooServer, wooFeed, wooProduct } from './woocommerce-server.ts';

/** A product of a shop: its variants, or itself as the only one. */
interface Stock {
  stamp: string;
  readonly variants: { price: string; stamp: string }[];
}

/** A shop that a test changes. */
export interface ChangingShop {
  readonly server: ShopServer;
  /** The fields of a feed that reads it. */
  readonly feed: Readonly<Record<string, unknown>>;
  /** Adds a product, or gives all its variants a price. */
  put(number: number, price: string): void;
  /** Gives the last variant a price, as an edit of it alone; nothing for a product that is not there. */
  putVariant(number: number, price: string): void;
  /** Deletes a product, which stamps nothing. */
  remove(number: number): void;
  /** The prices by external id, as a whole reading finds them. */
  prices(): ReadonlyMap<string, string>;
}

type Show = (products: ReadonlyMap<number, Stock>) => void;

/** The external id of a variant; 0 is the product itself. */
type IdOf = (number: number, variant: number) => string;

interface Parts extends Pick<ChangingShop, 'server' | 'feed'> {
  readonly show: Show;
  readonly idOf: IdOf;
  /** Whether an edit of a variant stamps its product too. */
  readonly stampsProduct: boolean;
}

function changingShop({ server, feed, show, idOf, stampsProduct }: Parts): ChangingShop {
  const products = new Map<number, Stock>();
  const now = () => stampOf(server.clockMs());
  return {
    ...{ server, feed },
    put(number, price) {
      const stamp = now();
      const variants = Array.from({ length: number % 2 === 0 ? 2 : 1 }, () => ({ price, stamp }));
      products.set(number, { stamp, variants });
      show(products);
    },
    putVariant(number, price) {
      const product = products.get(number);
      if (product === undefined) return;
      product.variants[product.variants.length - 1] = { price, stamp: now() };
      if (stampsProduct || product.variants.length === 1) product.stamp = now();
      show(products);
    },
    remove(number) {
      products.delete(number);
      show(products);
    },
    prices() {
      return new Map(
        [...products].flatMap(([number, { variants }]) =>
          variants.map(({ price }, index) => [idOf(number, variants.length === 1 ? 0 : index + 1), price]),
        ),
      );
    },
  };
}

/** A shop of WooCommerce 10.3 or later. */
async function startWoo(): Promise<ChangingShop> {
  const shop = await startWooServer();
  const priced = (price: string, stamp: string) => ({
    price,
    regular_price: price,
    date_modified_gmt: stamp,
  });
  return changingShop({
    ...{ server: shop, feed: wooFeed, stampsProduct: false },
    idOf: (number, variant) => String(number * 10 + variant),
    show(products) {
      shop.variations.clear();
      shop.products = [...products].map(([number, { stamp, variants }]) => {
        const [{ price } = { price: '' }] = variants;
        const id = number * 10;
        if (variants.length === 1) return wooProduct(id, priced(price, stamp));
        const variations = variants.map((each, index) =>
          wooProduct(id + index + 1, { ...priced(each.price, each.stamp), type: 'variation' }),
        );
        shop.variations.set(id, variations);
        return wooProduct(id, { ...priced(price, stamp), type: 'variable' });
      });
    },
  });
}

async function startShopify(): Promise<ChangingShop> {
  const shop = await startShopifyServer();
  return changingShop({
    ...{ server: shop, feed: shopifyFeed, stampsProduct: true },
    idOf: (number, variant) => String(number * 1_000 + Math.max(0, variant - 1)),
    show(products) {
      shop.products = [...products].map(([number, { stamp, variants }]) => {
        const product = shopifyProduct(number, {}, variants.length === 1 ? [] : ['red', 'blue']);
        const shown = (product.variants as object[]).map((one, index) => ({
          ...one,
          price: variants[index]?.price,
        }));
        return { ...product, variants: shown, updatedAt: `${stamp}Z` };
      });
    },
  });
}

async function startMagento(): Promise<ChangingShop> {
  const shop = await startMagentoServer();
  Object.assign(shop, blankMagento());
  return changingShop({
    ...{ server: shop, feed: magentoFeed, stampsProduct: false },
    idOf: (number, variant) => `M-${number * 10 + variant}`,
    show(products) {
      shop.products = [...products].flatMap(([number, { stamp, variants }]) => {
        const [{ price } = { price: '' }] = variants;
        const id = number * 10;
        const updated_at = (text: string) => text.replace('T', ' ');
        if (variants.length === 1) {
          return [magentoProduct(id, { price: Number(price), updated_at: updated_at(stamp) })];
        }
        const children = variants.map((each, index) =>
          magentoProduct(id + index + 1, {
            ...{ price: Number(each.price), updated_at: updated_at(each.stamp), visibility: 1 },
          }),
        );
        const links = { configurable_product_links: children.map((child) => child.id) };
        const parent = magentoProduct(id, {
          ...{ type_id: 'configurable', price: 0, updated_at: updated_at(stamp) },
          extension_attributes: links,
        });
        return [parent, ...children];
      });
    },
  });
}

/** How to start a shop of each system. */
export const changingShops = { woocommerce: startWoo, shopify: startShopify, magento: startMagento } as const;
