/**
 * Says how a shop of each system is connected: where its credentials are made, step by step, and what its fields are called. Pure
 * text; the service knows nothing of these words.
 */
// Tests: ./shops.test.ts.
import type { AuthType, Connector } from '../../../contract/words/feeds.ts';

/** One way to sign in, and the names of its fields. */
export interface ShopSignIn {
  readonly type: AuthType;
  /** The name of this way where there are several. */
  readonly label: string;
  /** The name of the first field; absent where the service knows its value. */
  readonly nameLabel?: string;
  readonly secretLabel: string;
  /** The header and what stands before the secret in it. */
  readonly header?: { readonly name: string; readonly before: string };
}

/** A step in a shop’s own system. */
export interface ShopStep {
  /** The path of menus to the place. */
  readonly path: readonly string[];
  /** What to do there. */
  readonly text: string;
}

/** The words about one system. */
export interface ShopWords {
  readonly address: string;
  readonly example: string;
  readonly steps: readonly ShopStep[];
  readonly signIns: readonly [ShopSignIn, ...ShopSignIn[]];
}

/** The words about each system. */
export const shopWords: Readonly<Record<Connector, ShopWords>> = {
  shopify: {
    address: 'It ends in .myshopify.com. The Shopify admin shows it under Settings, Domains.',
    example: 'https://my-shop.myshopify.com',
    steps: [
      {
        path: ['Dev Dashboard', 'Create app'],
        text: 'Open dev.shopify.com, and make an app. Any name will do.',
      },
      {
        path: ['Versions', 'Access scopes'],
        text: 'Choose read_products, and release the version. For translations add read_locales and read_translations.',
      },
      { path: ['Install app'], text: 'Install the app in your shop.' },
      { path: ['Settings', 'Credentials'], text: 'Copy the client ID and the secret into the fields below.' },
    ],
    signIns: [
      { type: 'basic', label: 'Client ID and secret', nameLabel: 'Client ID', secretLabel: 'Secret' },
      {
        type: 'header',
        label: 'Admin API access token (apps from before 2026)',
        secretLabel: 'Admin API access token',
        header: { name: 'X-Shopify-Access-Token', before: '' },
      },
    ],
  },
  woocommerce: {
    address: 'The home page of your shop.',
    example: 'https://shop.example',
    steps: [
      { path: ['Settings', 'Permalinks'], text: 'If Plain is chosen in WordPress, choose any other one.' },
      { path: ['WooCommerce', 'Settings', 'Advanced', 'REST API'], text: 'Choose Add key.' },
      {
        path: ['Add key'],
        text: 'As the user choose a shop manager, as the permission Read. Then choose Generate API key.',
      },
      {
        path: ['Key details'],
        text: 'Copy both parts into the fields below. WordPress shows the secret only now.',
      },
    ],
    signIns: [
      {
        ...{ type: 'basic', label: 'Consumer key and secret' },
        ...{ nameLabel: 'Consumer key', secretLabel: 'Consumer secret' },
      },
    ],
  },
  magento: {
    address: 'The home page of your shop.',
    example: 'https://shop.example',
    steps: [
      { path: ['System', 'Integrations'], text: 'Choose Add New Integration, and give it a name.' },
      {
        path: ['API', 'Custom'],
        text: 'Choose Products, Categories, Attributes (Product), Sources and All Stores.',
      },
      {
        path: ['Activate'],
        text: 'Save it, activate it, and copy the access token into the field below.',
      },
      {
        path: ['Stores', 'Configuration', 'Services', 'OAuth'],
        text: 'In 2.4.4 and later, allow access tokens to be used as standalone bearer tokens.',
      },
    ],
    signIns: [
      {
        ...{ type: 'header', label: 'Access token', secretLabel: 'Access token' },
        header: { name: 'Authorization', before: 'Bearer ' },
      },
    ],
  },
};

/** How a shop signs in by this type; the usual way for any other value. */
export function signInOf(shop: Connector, type: string): ShopSignIn {
  const { signIns } = shopWords[shop];
  return signIns.find((one) => one.type === type) ?? signIns[0];
}
