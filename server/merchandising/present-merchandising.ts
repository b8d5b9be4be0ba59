/**
 * The merchandising of a store as the API shows it (Contract §10): up to a hundred thousand ids, so no thread that answers
 * makes it.
 */
import type { MerchandisingBody } from '../../contract/merchandising.ts';
import { formatTimestamp } from '../clock.ts';
import type { StoreReader } from '../storage/storage.ts';
import { externalIdsOf, namesIn } from './product-names.ts';

type Reader = Pick<StoreReader, 'merchandising' | 'namedProducts'>;

/** The body of an answer. Ids in the rules that name no product are told. */
export async function presentMerchandising(reader: Reader): Promise<MerchandisingBody> {
  const { rules, updatedAt } = await reader.merchandising();
  const ids = externalIdsOf(namesIn(rules));
  const known = new Set((await reader.namedProducts(ids)).map(({ externalId }) => externalId));
  return {
    rules,
    unknown_products: ids.filter((id) => !known.has(id)),
    updated_at: updatedAt === null ? null : formatTimestamp(updatedAt),
    next_cursor: null,
  };
}
