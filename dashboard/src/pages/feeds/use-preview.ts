/**
 * Asks for the preview of a feed that is not registered yet (`POST /product-feeds/preview`) and keeps its state for the
 * page. Stores nothing in the service. Where the format is to be detected, it tries each format, so one preview may
 * fetch the document three times.
 */
// Tests: test/browser/dashboard-feeds.test.ts.
import { useState } from 'react';
import type { FeedPreviewBody } from '../../../../contract/feeds.ts';
import { documentFormats, type FeedFormat } from '../../../../contract/words/feeds.ts';
import { call } from '../../api/call.ts';
import { RequestFailure } from '../../api/request.ts';
import { type FeedValues, toFeedInput } from './feed-form.ts';

export type PreviewState =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | {
      readonly state: 'done';
      readonly preview: FeedPreviewBody;
      readonly format: FeedFormat;
      /** The {@link keyOfPreview} of the values that it shows. */
      readonly key: string;
    };

/** Everything that decides what a preview shows, as text: a preview whose key differs from the form's is out of date. */
export function keyOfPreview(values: FeedValues): string {
  const { feed_url, feed_format, auth_type, auth_name, auth_secret, max_removal_percent } = values;
  const credentials = [auth_type, auth_name, auth_secret];
  return JSON.stringify([feed_url.trim(), feed_format, ...credentials, Number(max_removal_percent)]);
}

export function usePreview(storeId: string) {
  const [state, setState] = useState<PreviewState>({ state: 'none' });
  /** Makes a preview and returns the format. Rejects with the failure that the state shows. */
  async function look(values: FeedValues): Promise<FeedFormat> {
    setState({ state: 'loading' });
    try {
      const { format, preview } = await findFormat(storeId, values);
      const key = keyOfPreview({ ...values, feed_format: format });
      setState({ state: 'done', preview, format, key });
      return format;
    } catch (error) {
      setState({ state: 'failed', error });
      throw error;
    }
  }
  return { state, look };
}

/** Strict formats first: nearly any text can be read as CSV. */
const guesses: readonly FeedFormat[] = [...documentFormats].sort(
  (a, b) => Number(a === 'csv') - Number(b === 'csv'),
);

/** The chosen format, or the first that the document can be read as. */
async function findFormat(storeId: string, values: FeedValues) {
  const formats = values.feed_format === 'guess' ? guesses : [values.feed_format];
  let fault: unknown = null;
  for (const format of formats) {
    try {
      const body = toFeedInput(values, format);
      return { format, ...(await call(storeId, 'POST /product-feeds/preview', { body })) };
    } catch (error) {
      // If no format fits the document, the page shows the fault of the first.
      fault ??= error;
      if (!(error instanceof RequestFailure) || error.code !== 'feed_unparsable') throw error;
    }
  }
  throw fault;
}
