// Tests: test/browser/dashboard.test.ts.
import { type PlanName, plans } from '../../../contract/limits.ts';
import { formatCount } from './numbers.ts';

/** The plans to choose from, largest first. */
export const planChoices = (Object.keys(plans) as PlanName[])
  .map((plan) => ({ value: plan, label: labelOf(plan) }))
  .reverse();

function labelOf(plan: PlanName): string {
  const { products } = plans[plan];
  const name = plan.charAt(0).toUpperCase() + plan.slice(1);
  return products === null ? name : `${name}: ${formatCount(products)} products`;
}
