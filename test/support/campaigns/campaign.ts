/**
 * Declares what every campaign of `npm run campaign` has: a size, a seed, and a line of figures for RELIABILITY.md. It declares types only.
 * `size` counts whatever the campaign repeats, 1 at least; the same seed gives the same values.
 */

/** How large a campaign is, and where its random values begin. */
export interface CampaignOptions {
  /** Inputs, cuts, operations, files, stores or seconds: the subject says what. */
  readonly size: number;
  readonly seed: number;
  /** Requests a second, of a campaign that has a rate; its own where absent. */
  readonly rate?: number | undefined;
  /** Takes a line about how far it is. */
  readonly log: (line: string) => void;
}

/** Runs it; resolves with what was seen, and rejects at the first thing that may not be. */
export type Campaign = (options: CampaignOptions) => Promise<string>;
