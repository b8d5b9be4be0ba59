/** The merchandising of a store as the API shows it (Contract §10). */
import type { MerchandisingBody } from '../../../contract/merchandising.ts';
import { formatTimestamp } from '../../clock.ts';
import type { StoreMerchandising } from '../../storage/merchandising.ts';

/** `unknownProducts` are ids in the rules that name no product. */
export function presentMerchandising(
  { rules, updatedAt }: StoreMerchandising,
  unknownProducts: readonly string[],
): MerchandisingBody {
  return {
    rules,
    unknown_products: [...unknownProducts],
    updated_at: updatedAt === null ? null : formatTimestamp(updatedAt),
    next_cursor: null,
  };
}
