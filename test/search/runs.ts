/** How many random cases the property of the engine tries in a test run; `npm run campaign:oracle` tries more. */
export const propertyRuns = 1_000;

/** The same where segments are in memory by pages. */
export const pagedPropertyRuns = 300;
