/**
 * Reads an order as WooCommerce sends it: the order of its REST API. Pure. A line’s amount is what was paid after discounts, with tax
 * where the prices of the shop have it, so that it compares with the prices of the catalog. An unpaid order is ignored.
 */
// Tests: ./orders.test.ts.
import { addDecimals } from '../../catalog/decimal.ts';
import { type JsonObject, objectsOf, textOf } from '../connectors/json-values.ts';
import { amountOf, notPaid, piecesOf, queryIdOf, type ReadOrder, timeOf } from './shop-order.ts';

/** Plugins add states of orders, which are paid where WooCommerce says when. */
const unpaidStates = new Set([
  'pending',
  'on-hold',
  'failed',
  'cancelled',
  'refunded',
  'checkout-draft',
  'trash',
]);
const paidStates = new Set(['processing', 'completed']);

/** The order, or why it does not count. */
export function readWooOrder(order: JsonObject): ReadOrder {
  const status = textOf(order.status) ?? '';
  const paid = timeOf(order.date_paid_gmt);
  if (!paidStates.has(status) && (paid === null || unpaidStates.has(status))) return notPaid;
  const hasTax = order.prices_include_tax === true;
  const ofOrder = queryIdOf(order.meta_data);
  return {
    id: textOf(order.id) ?? '',
    currency: textOf(order.currency),
    // An order that is paid without a time, such as by a plugin, counts as paid when it was made.
    paidAt: paid ?? timeOf(order.date_created_gmt) ?? 0,
    lines: objectsOf(order.line_items).flatMap((line) => {
      const [product, variation] = [textOf(line.product_id) ?? '0', textOf(line.variation_id) ?? '0'];
      const externalId = variation === '0' ? product : variation;
      // A fee, or a product that is gone.
      if (externalId === '0') return [];
      const [total, tax] = [amountOf(line.total), amountOf(line.total_tax)];
      return {
        id: textOf(line.id) ?? externalId,
        externalId,
        quantity: piecesOf(line.quantity),
        value: total !== undefined && hasTax && tax !== undefined ? addDecimals(total, tax) : total,
        queryId: queryIdOf(line.meta_data) ?? ofOrder,
      };
    }),
  };
}
