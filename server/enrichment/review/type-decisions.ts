/**
 * Applies standing decisions on types to the type that was generated for a product: a refused type is none, a renamed one has its new
 * name. A new name may be decided about in turn, so names are followed to the last one; {@link findDecidedName} keeps them from leading in a
 * circle. Pure. Products that a person decided by themselves are the caller's matter (standing-decisions.ts).
 */
// Tests: ./type-decisions.test.ts, test/scenarios/type-decisions.test.ts.
import { certainType, type ProductType } from '../../catalog/product-type.ts';
import type { StandingDecision } from '../../storage/enrichment/review-tables.ts';

/** Returns the type that a product has by the decisions; null: none. */
export type DecideType = (generated: ProductType | null) => ProductType | null;

/** Prepares decisions for many types. */
export function readTypeDecisions(decisions: readonly StandingDecision[]): DecideType {
  const byName = typeDecisions(decisions);
  if (byName.size === 0) return (generated) => generated;
  return (generated) => {
    let type = generated;
    // A circle, which only damage can make, ends with the number of decisions.
    for (let steps = 0; type !== null && steps < byName.size; steps += 1) {
      const decision = byName.get(type.name);
      if (decision === undefined || !leadsAway(decision)) return type;
      type = decision.newName === null ? null : certainType(decision.newName, type.otherNames);
    }
    return type;
  };
}

/** The decisions on types, by their names. */
function typeDecisions(decisions: readonly StandingDecision[]): ReadonlyMap<string, StandingDecision> {
  return new Map(
    decisions.flatMap((decision) => (decision.kind === 'type' ? [[decision.subject, decision]] : [])),
  );
}

/** The decision by which no product can have this name: it refuses or renames it. Null if none does. */
export function findDecidedName(
  decisions: readonly StandingDecision[],
  name: string,
): StandingDecision | null {
  const decision = typeDecisions(decisions).get(name);
  return decision !== undefined && leadsAway(decision) ? decision : null;
}

function leadsAway({ verdict, newName }: StandingDecision): boolean {
  return verdict === 'refused' || newName !== null;
}
