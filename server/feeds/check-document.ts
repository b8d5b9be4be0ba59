/** Looking at an address before anything is stored: can it be reached, and does it answer with rows of this format? */
import { limits } from '../../contract/limits.ts';
import type { RunEnvironment } from '../ingest/leased-run.ts';
import { type FeedSource, openFeedDocument } from './feed-document.ts';
import type { FeedEnvironment } from './feed-environment.ts';
import { toRefusal } from './feed-fault.ts';

/** What a look needs of the process. */
export interface CheckEnvironment
  extends Pick<FeedEnvironment, 'outbound' | 'clock'>,
    Pick<RunEnvironment, 'stopping'> {}

/**
 * Reads up to the first row, or the beginning where that shows none yet. Rejects with `feed_unreachable`,
 * `feed_unparsable` or `feed_url_forbidden`, and with `unavailable` once the process stops.
 */
export async function checkDocument(
  source: Pick<FeedSource, 'url' | 'format' | 'credentials'>,
  { outbound, clock, stopping }: CheckEnvironment,
): Promise<void> {
  try {
    const document = await openFeedDocument(
      outbound,
      {
        ...source,
        validators: null,
        nowMs: clock.nowMicros() / 1_000,
        limits: { totalTimeoutMs: limits.feedCheckTimeoutMs },
        headBytes: limits.feedCheckMaxBytes,
      },
      stopping,
    );
    if (document.kind === 'not-modified') return;
    for await (const rows of document.rows) if (rows.length > 0) return;
  } catch (error) {
    throw toRefusal(error, stopping);
  }
}
