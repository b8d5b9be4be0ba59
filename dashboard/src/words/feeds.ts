/**
 * Turns feeds and their runs into words, and guesses a feed’s format from its address. Pure. An unknown phase reads as
 * waiting; it decides nothing: the service does.
 */
// Tests: ./feeds.test.ts.
import type { FeedBody, FeedRunBody, FeedRunMark } from '../../../contract/feeds.ts';
import type {
  DocumentFormat,
  FeedFormat,
  FeedRunTrigger,
  RefreshInterval,
} from '../../../contract/words/feeds.ts';
import type { Tone } from '../parts/state-mark.tsx';
import { isUndone } from './imports.ts';
import { countOf, formatCount } from './numbers.ts';

/** The names of the formats of feeds, as people read them. */
export const formatNames: Readonly<Record<FeedFormat, string>> = {
  csv: 'CSV',
  google_xml: 'Google XML',
  json: 'JSON',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  magento: 'Magento',
};

/** The intervals of feeds, as the end of a sentence: "Fetched every hour". */
export const intervalWords: Readonly<Record<RefreshInterval, string>> = {
  '15m': 'every 15 minutes',
  '1h': 'every hour',
  '6h': 'every 6 hours',
  '24h': 'every day',
};

/** The reasons why a run of a feed began, as people read them. */
export const triggerWords: Readonly<Record<FeedRunTrigger, string>> = {
  registration: 'first run',
  schedule: 'on schedule',
  manual: 'started by hand',
};

const phaseWords: Readonly<Record<string, string>> = {
  fetching: 'Fetching and reading the feed',
  importing: 'Importing the products',
  reconciling: 'Taking missing products out of stock',
  indexing: 'Making them searchable',
};

/** Describes the phase of a run; a run without a known phase waits for its turn. */
export function wordsOfPhase({ phase }: Pick<FeedRunBody, 'phase'>): string {
  return phaseWords[phase ?? ''] ?? 'Waiting for its turn';
}

export interface StateWords {
  readonly tone: Tone;
  readonly words: string;
}

/** Describes the state of a feed, with its tone. */
export function stateOfFeed(feed: Pick<FeedBody, 'status' | 'changes_error'>): StateWords {
  const { status, changes_error: changesError } = feed;
  if (status === 'paused') return { tone: 'quiet', words: 'Paused' };
  if (status === 'active' && changesError !== null) return { tone: 'bad', words: 'Changes cannot be read' };
  return status === 'error' ? { tone: 'bad', words: 'Failing' } : { tone: 'good', words: 'Active' };
}

/** Describes the state of a run, with its tone: a completed run with failed rows is a warning. */
export function stateOfRun(
  run: Pick<FeedRunMark, 'status' | 'not_modified' | 'failed_rows'> & Partial<Pick<FeedRunBody, 'undo'>>,
): StateWords {
  if (isUndone(run)) return { tone: 'quiet', words: 'Undone' };
  if (run.status === 'pending') return { tone: 'live', words: 'Waiting' };
  if (run.status === 'processing') return { tone: 'live', words: 'Running' };
  if (run.status === 'failed') return { tone: 'bad', words: 'Failed' };
  if (run.not_modified) return { tone: 'quiet', words: 'No changes' };
  return { tone: run.failed_rows > 0 ? 'warn' : 'good', words: 'Done' };
}

/** One outcome of a run with the number of its products, as a layer of its chart. */
export interface RunPart {
  readonly name: string;
  readonly count: number;
  /** A custom property of theme.css. */
  readonly color: string;
}

/** The outcomes of a run's products, from the bottom of its picture up, those without products included. */
export function partsOfRun(
  run: Pick<FeedRunMark, 'created_rows' | 'updated_rows' | 'unchanged_rows' | 'removed_rows' | 'failed_rows'>,
): readonly RunPart[] {
  return [
    { name: 'Unchanged', count: run.unchanged_rows, color: '--chart-out-of-stock' },
    { name: 'Changed', count: run.updated_rows, color: '--chart-backend' },
    { name: 'New', count: run.created_rows, color: '--chart-graph' },
    { name: 'Removed', count: run.removed_rows, color: '--chart-removed' },
    { name: 'Failed', count: run.failed_rows, color: '--chart-errors' },
  ];
}

/** The outcome of a run in one line: `3 new, 2 removed`. */
export function describeRun(run: FeedRunMark & Partial<Pick<FeedRunBody, 'error' | 'reading'>>): string {
  if (run.reading === 'changes') return `Changes: ${describeOutcome(run)}`;
  return describeOutcome(run);
}

/** Why a feed fails: its whole runs, or else the readings of what changed; null where it does not, and while it is paused. */
export function faultOfFeed(feed: Pick<FeedBody, 'status' | 'last_error' | 'changes_error'>): string | null {
  const { status, last_error: lastError, changes_error: changesError } = feed;
  const fault = lastError ?? (status === 'active' ? changesError : null);
  return fault === null ? null : inPageWords(fault);
}

function describeOutcome(run: FeedRunMark & Partial<Pick<FeedRunBody, 'error' | 'reading'>>): string {
  if (run.status === 'failed') return inPageWords(run.error ?? 'It failed; nothing was changed.');
  if (run.status === 'completed' && run.not_modified) return 'The feed was the same as before.';
  const outcomes = [...partsOfRun(run)]
    .reverse()
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${formatCount(count)} ${name.toLowerCase()}`);
  if (outcomes.length > 0) return outcomes.join(', ');
  return run.status === 'completed' ? 'Nothing was changed.' : 'Nothing yet.';
}

/** The outcome of several runs in a sentence. */
export function summarizeRuns(runs: readonly FeedRunMark[]): string {
  const ended = runs.filter(({ status }) => status === 'completed' || status === 'failed');
  const failed = ended.filter(({ status }) => status === 'failed').length;
  const same = ended.filter((run) => run.status === 'completed' && run.not_modified).length;
  if (ended.length === 0) return 'No run has ended yet.';
  const details = [
    ...(failed === 0 ? ['none failed'] : [`${formatCount(failed)} failed`]),
    ...(same === 0 ? [] : [`${formatCount(same)} found the feed as it was before`]),
  ];
  const which = ended.length === 1 ? 'The last run' : `The last ${countOf(ended.length, 'run')}`;
  if (ended.length === 1) {
    if (failed === 1) return `${which} failed.`;
    return same === 1 ? `${which} found the feed as it was before.` : `${which} imported the feed.`;
  }
  return `${which}: ${details.join(', ')}.`;
}

/** A message of the API in the words of these pages: names of fields become labels. */
export function inPageWords(message: string): string {
  return apiWords.reduce((text, [api, page]) => text.replaceAll(api, page), message);
}

const apiWords: readonly (readonly [api: string, page: string])[] = [
  [
    'let one run through the guard (force), or raise max_removal_percent',
    'let it through once, or raise “Removes at most” in the settings',
  ],
  ['google_xml as the format', 'Google XML as the format'],
  ['json as the format', 'JSON as the format'],
  ['csv as the format', 'CSV as the format'],
  ['Give auth_secret again.', 'Give them again in the settings.'],
  ['send auth_secret again', 'enter them again'],
  ['or null to send none', 'or choose to send none'],
  ['give them as auth_secret with auth_type "basic"', 'give them as credentials'],
];

/** Adds `https://` to an address that lacks it; any other text stays as it is. */
export function completeAddress(text: string): string {
  const address = text.trim();
  return /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]|$)/u.test(address) ? `https://${address}` : text;
}

/** Whether the next fetch of a feed is due. */
export function isDue(feed: Pick<FeedBody, 'next_run_at'>, nowMs: number): boolean {
  return Date.parse(feed.next_run_at) <= nowMs;
}

/** The format that the ending of an address suggests; null for none. */
export function guessFormat(url: string): DocumentFormat | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const ending = /\.([a-z]+)(?:\.(?:gz|zip))?$/i.exec(path)?.[1]?.toLowerCase();
  const found = Object.entries(endings).find(([, known]) => known.some((one) => one === ending));
  return (found?.[0] as DocumentFormat | undefined) ?? null;
}

const endings: Readonly<Record<DocumentFormat, readonly string[]>> = {
  csv: ['csv', 'tsv', 'txt'],
  google_xml: ['xml', 'rss', 'atom'],
  json: ['json', 'ndjson', 'jsonl'],
};
