/** Looking at an address before anything is stored: can it be reached, and does it answer with rows of this format? */
import { limits } from '../../contract/limits.ts';
import { type DocumentSource, openFeedDocument } from './feed-document.ts';
import type { FeedEnvironment } from './feed-environment.ts';
import { toRefusal } from './feed-fault.ts';

/**
 * Reads up to the first row, or the beginning where that shows none yet. Rejects with `feed_unreachable`,
 * `feed_unparsable` or `feed_url_forbidden`.
 */
export async function checkDocument(
  source: Pick<DocumentSource, 'url' | 'format' | 'credentials'>,
  { outbound, clock }: Pick<FeedEnvironment, 'outbound' | 'clock'>,
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
      new AbortController().signal,
    );
    if (document.kind === 'not-modified') return;
    for await (const rows of document.rows) if (rows.length > 0) return;
  } catch (error) {
    throw toRefusal(error);
  }
}
