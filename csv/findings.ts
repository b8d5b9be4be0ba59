/**
 * The result of a first pass over a file for the second one: products whose rows are apart from those of their variations. Plain data,
 * held in memory for the whole second pass. It reads nothing itself and is never stored. Prices are texts as in the file; a file
 * without variations gives empty findings.
 */
// Tests: ./csv-reader.test.ts.

/** The variations of one product. */
export interface VariationSummary {
  /** Price and compare-at price of the cheapest, as texts. */
  readonly price: string;
  readonly compareAt: string | null;
  readonly isAnyInStock: boolean;
}

/** Plain data; empty for a format whose rows say everything themselves. */
export interface CsvFindings {
  /** Variations by the name that they give their parent: its SKU, or `id:` and its ID. */
  readonly variations: ReadonlyMap<string, VariationSummary>;
  /** The same names of all products that may have variations. */
  readonly parents: ReadonlySet<string>;
}

/** Nothing was found, or nothing was looked for. */
export const noFindings: CsvFindings = { variations: new Map(), parents: new Set() };
