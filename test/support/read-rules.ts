/**
 * Rules of merchandising as they are kept once a merchant has sent them. Limits are those of merchandising (500 rules, 100 products a
 * list). It stores nothing.
 */
import { merchandisingOperations } from '../../contract/merchandising.ts';
import type { ValueOf } from '../../contract/operation.ts';
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import { readBody } from '../../server/operations/run-operation.ts';
import { merchandisingFormats } from '../../server/resources/merchandising/parse-merchandising.ts';
import { withIds } from '../../server/resources/merchandising/write-merchandising.ts';

/** `newId` gives ids to rules without one. Throws `validation_failed` with every fault. */
export function readRules(rules: unknown, newId: () => string): MerchandisingRule[] {
  const { body } = merchandisingOperations.replaceMerchandising;
  const read = readBody({ rules }, body, merchandisingFormats, (whole) => whole as ValueOf<typeof body>);
  return withIds(read.rules, newId);
}
