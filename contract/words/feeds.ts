/** The formats, intervals, states and triggers of feeds. Plain values, which are stored and sent: never rename one. */
// Tests: test/api/feeds.test.ts.

/** The formats of documents that are read. */
export const documentFormats = ['csv', 'google_xml', 'json'] as const;
/** One of {@link documentFormats}. */
export type DocumentFormat = (typeof documentFormats)[number];

/** The shop systems whose products are read by their API (Contract §10). */
export const connectors = ['shopify', 'woocommerce', 'magento'] as const;
/** One of {@link connectors}. */
export type Connector = (typeof connectors)[number];

/** How the products of a feed are read: as a document of this format, or by the API of a shop system. */
export const feedFormats = [...documentFormats, ...connectors] as const;
/** One of {@link feedFormats}. */
export type FeedFormat = (typeof feedFormats)[number];

/** Whether the products are read by the API of a shop system. */
export function isConnector(format: FeedFormat | ShopSystem): format is Connector {
  return connectors.some((connector) => connector === format);
}

/** The shop systems that send their orders by a webhook, signed with a secret. */
export const orderSenders = ['shopify', 'woocommerce'] as const satisfies readonly Connector[];
/** One of {@link orderSenders}. */
export type OrderSender = (typeof orderSenders)[number];

/** The header in which each of them sends its signature over the body. */
export const orderSignatures = {
  shopify: 'X-Shopify-Hmac-Sha256',
  woocommerce: 'X-WC-Webhook-Signature',
} as const satisfies Readonly<Record<OrderSender, string>>;

/** Whether a shop of this format sends its orders. */
export function sendsOrders(format: FeedFormat): format is OrderSender {
  return orderSenders.some((sender) => sender === format);
}

/** Shop systems that are known by their pages. */
export const shopSystems = ['shopify', 'woocommerce', 'magento', 'prestashop', 'shopware'] as const;
/** One of {@link shopSystems}. */
export type ShopSystem = (typeof shopSystems)[number];

/** The intervals at which feeds are fetched (§2.4). */
export const refreshIntervals = ['15m', '1h', '6h', '24h'] as const;
/** One of {@link refreshIntervals}. */
export type RefreshInterval = (typeof refreshIntervals)[number];

/** The states of a feed (§3.3). */
export const feedStatuses = ['active', 'paused', 'error'] as const;
/** A state of a feed (§3.3). */
export type FeedStatus = (typeof feedStatuses)[number];

/** The ways to send a feed's credentials: HTTP Basic, or a header of its own. */
export const authTypes = ['basic', 'header'] as const;
/** One of {@link authTypes}. */
export type AuthType = (typeof authTypes)[number];

/** What a run reads: all products, or only those of a shop that changed since the reading before. */
export const feedReadings = ['whole', 'changes'] as const;
/** One of {@link feedReadings}. */
export type FeedReading = (typeof feedReadings)[number];

/** The triggers of a run. */
export const feedRunTriggers = ['registration', 'schedule', 'manual'] as const;
/** One of {@link feedRunTriggers}. */
export type FeedRunTrigger = (typeof feedRunTriggers)[number];
