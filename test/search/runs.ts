/** How many random cases the property of the engine tries; `npm run campaign:oracle` tries more. */
import { caseCount } from '../support/case-count.ts';

export const propertyRuns = caseCount(1_000);

/** The same where segments are in memory by pages. */
export const pagedPropertyRuns = caseCount(300);
