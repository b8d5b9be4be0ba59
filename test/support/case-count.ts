/** The number of random cases that a property tries: a quarter in every run, all of them in `npm run campaign:properties`. */

/** Sets all cases. */
export const allCasesVariable = 'FORETYPE_TEST_ALL_CASES';

/** Each run takes other random cases, so that many short runs try as much as a long one. Chosen. */
const everyRunShare = 1 / 4;

/** `full`: the cases of the campaign. */
export function caseCount(full: number): number {
  return process.env[allCasesVariable] === 'on' ? full : Math.ceil(full * everyRunShare);
}
