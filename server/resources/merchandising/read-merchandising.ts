/**
 * The operations that read merchandising (Contract §10), done in the reader thread: rules hold up to a hundred thousand ids. They
 * write nothing. Unknown products of a rule are named, never an error; a page has at most 4 MiB.
 */
// Tests: test/api/merchandising.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { merchandisingOperations } from '../../../contract/merchandising.ts';
import type { rankingOperations } from '../../../contract/ranking.ts';
import { formatTimestamp } from '../../clock.ts';
import { externalIdsOf, namesIn } from '../../merchandising/product-names.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { presentSummary } from '../../operations/present-product.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writeAround } from '../../operations/write-page.ts';
import { productsAmong } from '../../storage/products-among.ts';
import { showRanking } from './ranking-settings.ts';

/** A handler for each operation. */
export const merchandisingReads: OperationHandlers<
  typeof merchandisingOperations & typeof rankingOperations,
  'reader',
  ReadContext
> = {
  showRanking: (_call, { reader }) => showRanking(reader),

  async showMerchandising(_call, { reader }) {
    const { rules, updatedAt } = await reader.merchandising.read();
    const ids = externalIdsOf(namesIn(rules));
    const known = new Set(
      (await reader.merchandising.namedProducts(ids)).map(({ externalId }) => externalId),
    );
    return {
      rules,
      unknown_products: ids.filter((id) => !known.has(id)),
      updated_at: updatedAt === null ? null : formatTimestamp(updatedAt),
      next_cursor: null,
    };
  },

  /** Products that do not fit into a page are left out. */
  async listRuleProducts(_call, { reader, store: { currency } }) {
    const { rules } = await reader.merchandising.read();
    const ids = [...new Set(rules.flatMap(({ pins, hides }) => [...pins, ...hides]))];
    const texts: string[] = [];
    let bytes = 0;
    for await (const products of productsAmong(reader, ids)) {
      for (const product of products) {
        const text = JSON.stringify(presentSummary(product, currency));
        bytes += Buffer.byteLength(text);
        texts.push(text);
      }
      if (bytes >= limits.pageMaxBytes) break;
    }
    return writeAround({}, 'products', `[${texts.join()}]`);
  },
};
