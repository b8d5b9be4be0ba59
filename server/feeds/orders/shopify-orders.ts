/**
 * Reads an order as Shopify’s webhooks send it. Pure. A line’s amount is its price for all pieces less its discounts and its part of the
 * order’s, in the currency of the shop, with tax where the prices of the shop have it. Unpaid and test orders are ignored.
 */
// Tests: ./orders.test.ts.
import { addDecimals, multiplyDecimal, subtractDecimals } from '../../catalog/decimal.ts';
import { type JsonObject, numberOf, objectsOf, textOf } from '../connectors/json-values.ts';
import { amountOf, notPaid, piecesOf, queryIdOf, type ReadOrder, timeOf } from './shop-order.ts';

/** The order, or why it does not count. */
export function readShopifyOrder(order: JsonObject): ReadOrder {
  if (order.test === true) return { ignored: 'Test orders are not counted.' };
  if (order.financial_status !== 'paid') return notPaid;
  const ofOrder = queryIdOf(order.note_attributes);
  return {
    id: textOf(order.id) ?? '',
    currency: textOf(order.currency),
    paidAt: timeOf(order.updated_at) ?? timeOf(order.created_at) ?? 0,
    lines: objectsOf(order.line_items).flatMap((line) => {
      const externalId = textOf(line.variant_id);
      // A tip, or a product that is gone; or a line that was taken off again.
      if (externalId === undefined || numberOf(line.current_quantity) === 0) return [];
      const quantity = piecesOf(line.quantity);
      return {
        id: textOf(line.id) ?? externalId,
        externalId,
        quantity,
        value: amountPaid(line, quantity),
        queryId: queryIdOf(line.properties) ?? ofOrder,
      };
    }),
  };
}

function amountPaid(line: JsonObject, quantity: number | undefined): string | undefined {
  const price = amountOf(line.price);
  if (price === undefined || quantity === undefined) return undefined;
  const discounts = objectsOf(line.discount_allocations).map(({ amount }) => amountOf(amount) ?? '0');
  return subtractDecimals(multiplyDecimal(price, quantity), discounts.reduce(addDecimals, '0'));
}
