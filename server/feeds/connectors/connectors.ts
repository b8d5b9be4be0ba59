/** Lists the connectors of shop systems by the format that a feed names. */
// Tests: test/api/woocommerce.test.ts.
import type { Connector } from '../../../contract/words/feeds.ts';
import type { ShopConnector } from './connector.ts';
import { magento } from './magento.ts';
import { shopify } from './shopify.ts';
import { wooCommerce } from './woocommerce.ts';

const connectors: Readonly<Record<Connector, ShopConnector>> = {
  shopify,
  woocommerce: wooCommerce,
  magento,
};

/** The connector of a shop system. */
export function connectorOf(format: Connector): ShopConnector {
  return connectors[format];
}
