/**
 * Feeds of XML read in both ways, with plain items read ahead and by the parser alone: they must give the same. Feeds are random and
 * small. Nothing is stored; the first difference rejects with the document that shows it, made smaller. It logs after each 20,000
 * feeds.
 */
import fc from 'fast-check';
import { type ComparedFeeds, compareReadings, xmlFeeds } from '../xml-feeds.ts';
import type { CampaignOptions } from './campaign.ts';

/** Feeds of one step, after which the log hears of it. */
const stepSize = 20_000;

/** Compares `size` feeds. */
export async function xmlReadings({ size, seed, log }: CampaignOptions): Promise<string> {
  const compared: ComparedFeeds = { rows: 0, whole: 0 };
  for (let done = 0; done < size; done += stepSize) {
    fc.assert(
      fc.property(xmlFeeds, (feed) => compareReadings(feed, compared)),
      { numRuns: Math.min(stepSize, size - done), seed: seed + done },
    );
    log(`${done + stepSize} feeds`);
  }
  return `the same rows (${compared.rows}) and errors in both ways; ${compared.whole} feeds were read to their end`;
}
