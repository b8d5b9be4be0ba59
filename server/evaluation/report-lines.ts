/**
 * A report for people: aligned tables with their units, and one sentence that says how to read them. Titles are cut after 90
 * characters; units stand in the heads of columns. Pure: it prints nothing itself.
 */
// Tests: ./report-lines.test.ts.
import type { Interval } from './bootstrap.ts';
import type { EngineFigures } from './evaluate.ts';
import type { Metric, MetricKey } from './metrics.ts';
import type { JudgedReport, Report } from './report.ts';
import type { UnjudgedQuery } from './unjudged.ts';
import type { RatedProduct, WorstQuery } from './worst-queries.ts';

/** Measures whose intervals are shown; the others show their means, and all have intervals in JSON. */
const mainMetrics: ReadonlySet<MetricKey> = new Set(['ndcg_at_10', 'keystrokes']);
const titleMaxLength = 90;

/** The lines of a report, without line breaks. */
export function reportLines(report: Report): string[] {
  const { catalog, judgments, failedPeers, metrics } = report;
  return [
    `Catalog    ${count(catalog.productCount)} products of ${count(catalog.rowCount)} rows, ${count(catalog.failedRowCount)} failed`,
    '',
    // Every file has the same answers.
    ...latencyTable(judgments[0].engines),
    ...failedPeers.map(({ name, reason }) => `${name} could not be measured: ${reason}`),
    ...judgments.flatMap((judged) => judgedLines(judged, metrics)),
  ];
}

function judgedLines(judged: JudgedReport, metrics: Report['metrics']): string[] {
  const { engines, worst, unjudged } = judged;
  const peers = engines.filter(({ differences }) => differences !== null);
  return [
    '',
    ...judgmentLines(judged),
    '',
    ...figureTable(engines, metrics),
    '',
    ...(peers.length === 0 ? [] : [...differenceTable(engines[0].name, peers, metrics), '']),
    readingOf(judged),
    ...worst.flatMap(worstLines),
    ...unjudged.flatMap(unjudgedLines),
  ];
}

function judgmentLines({ file, counts }: JudgedReport): string[] {
  const { queryCount, ratingCount, gainQueryCount, relevantQueryCount, absentRatingCount } = counts;
  const absent =
    absentRatingCount === 0 ? '' : `; ${count(absentRatingCount)} of products not in the catalog`;
  return [
    `Judgments  ${file}`,
    `           ${count(ratingCount)} ratings of ${count(queryCount)} queries${absent}`,
    `           ${count(gainQueryCount)} queries have a product rated over 0, ${count(relevantQueryCount)} a relevant one (2 or 3)`,
  ];
}

function figureTable(engines: JudgedReport['engines'], metrics: Report['metrics']): string[] {
  const header = metrics.map((metric) => `${metric.label}${mainMetrics.has(metric.key) ? ' [95 %]' : ''}`);
  const rows = engines.map((engine) => [
    engine.name,
    ...metrics.map((metric) => showInterval(engine.metrics.get(metric.key), metric, false)),
  ]);
  return alignTable([['Mean over queries', ...header], ...rows]);
}

/** Only the main measures: the rest is in JSON. */
function differenceTable(own: string, peers: readonly EngineFigures[], metrics: Report['metrics']): string[] {
  const main = metrics.filter(({ key }) => mainMetrics.has(key));
  const rows = peers.map(({ name, differences }) => [
    name,
    ...main.map((metric) => showInterval(differences?.get(metric.key), metric, true)),
  ]);
  const header = main.map(({ label, better }) => `${label} [95 %], ${better} is better`);
  return alignTable([[`${own} minus`, ...header], ...rows]);
}

function latencyTable(engines: readonly EngineFigures[]): string[] {
  const rows = engines.map(({ name, latency: { count: answers, p50, p90, p99, max } }) => [
    name,
    count(answers),
    ...[p50, p90, p99, max].map(showMicros),
  ]);
  return alignTable([['Latency in µs', 'answers', 'p50', 'p90', 'p99', 'max'], ...rows]);
}

/** One sentence: what the figures mean for a shopper, and how sure a comparison is. */
function readingOf({ counts, engines }: JudgedReport): string {
  const [own, ...peers] = engines;
  const empty = Math.round(meanOf(own, 'no_result') * counts.queryCount);
  const found = `${empty} of ${count(counts.queryCount)} queries find nothing`;
  const letters = meanOf(own, 'keystrokes').toFixed(2);
  const shown = `a relevant product is among the first five after ${letters} letters on average`;
  const plain = `Reading: ${found}, and ${shown}`;
  return peers.length === 0 ? `${plain}.` : `${plain}; ${comparison(own, peers)}.`;
}

function comparison(own: EngineFigures, peers: readonly EngineFigures[]): string {
  const leads = (key: MetricKey, sign: 1 | -1) => {
    const differences = peers.flatMap((peer) => peer.differences?.get(key) ?? []);
    const ahead = differences.filter(({ mean }) => mean * sign > 0).length;
    const clear = differences.filter(({ low, high }) => (sign > 0 ? low > 0 : high < 0)).length;
    return `ahead of ${ahead} of ${peers.length} peers (${clear} of them beyond chance)`;
  };
  return `${own.name} is ${leads('ndcg_at_10', 1)} on nDCG@10 and ${leads('keystrokes', -1)} on keystrokes`;
}

function worstLines({ text, ndcg, shown, missed, missedCount }: WorstQuery): string[] {
  const product = (mark: string) => (rated: RatedProduct) =>
    `  ${mark} ${rated.rating ?? '·'}  ${shorten(rated.title)}`;
  const rest = missedCount - missed.length;
  return [
    '',
    `"${text}"  nDCG@10 ${ndcg.toFixed(3)}`,
    ...(shown.length === 0 ? ['  shown   nothing'] : shown.map(product('shown  '))),
    ...missed.map(product('missed ')),
    ...(rest > 0 ? [`  missed    and ${count(rest)} more`] : []),
  ];
}

function unjudgedLines({ text, products }: UnjudgedQuery): string[] {
  return [
    '',
    `"${text}"  ${products.length} of the first ten unjudged`,
    ...products.map(
      ({ place, externalId, title, category }) =>
        `  ${String(place).padStart(2)}  ${externalId}  ${shorten(title)}${category === null ? '' : `  [${category}]`}`,
    ),
  ];
}

function meanOf({ metrics }: EngineFigures, key: MetricKey): number {
  return metrics.get(key)?.mean ?? Number.NaN;
}

function showInterval(interval: Interval | undefined, metric: Metric, isDifference: boolean): string {
  if (interval === undefined || Number.isNaN(interval.mean)) return '-';
  const show = (value: number, digits: number) =>
    `${isDifference && value > 0 ? '+' : ''}${value.toFixed(digits)}`;
  const mean = show(interval.mean, metric.digits);
  if (!mainMetrics.has(metric.key)) return mean;
  return `${mean} [${show(interval.low, 2)}, ${show(interval.high, 2)}]`;
}

function showMicros(value: number): string {
  if (Number.isNaN(value)) return '-';
  return value < 10 ? value.toFixed(1) : count(value);
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function shorten(title: string): string {
  const letters = Array.from(title);
  return letters.length <= titleMaxLength ? title : `${letters.slice(0, titleMaxLength - 1).join('')}…`;
}

/** The first column to the left, the others to the right, two spaces between them. */
function alignTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
