/**
 * The version of the rules by which a product becomes part of an index: how its text is cut, folded and counted, what
 * its card holds, and the layout of a segment. Raised with every change of them from the first release on, so that indexes that were saved by
 * the rules of before are built anew; the test beside this file notices when it was forgotten.
 */
export const indexVersion = 6;
