/** What both doors to figures do alike, for keys and for people. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnalyticsName } from '../../contract/analytics.ts';
import { limits } from '../../contract/limits.ts';
import { dayBefore, isDay, type Period, periodOf } from '../analytics/periods.ts';
import {
  type AnalyticsQuestion,
  readClicks,
  readNoResults,
  readProducts,
  readSearches,
} from '../analytics/read-analytics.ts';
import { formatDay } from '../clock.ts';
import type { StoreReader } from '../storage/storage.ts';
import { hangUpOf } from './hang-up.ts';
import {
  analyticsAsCsv,
  presentClicks,
  presentNoResults,
  presentProducts,
  presentSearches,
} from './presenters/present-analytics.ts';
import { type QueryReader, readCursor, readQuery } from './query.ts';
import type { Services } from './services.ts';

/** Answers with the figures that `?from=&to=&limit=&cursor=` name, or with their list as a file with `?format=csv`. */
export async function answerAnalytics(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { clock, readers }: Pick<Services, 'clock' | 'readers'>,
  { storeId, name }: { readonly storeId: string; readonly name: AnalyticsName },
) {
  const query = readQuery(request.query);
  const period = readPeriod(query, formatDay(clock.nowMicros()));
  const limit = query.integer('limit', {
    min: 1,
    max: limits.analyticsLimitMax,
    fallback: limits.analyticsLimitDefault,
  });
  const place = readCursor(
    query,
    (text) => /^[1-9]\d{0,6}$/.test(text) && Number(text) < limits.analyticsEntriesMax,
  );
  const format = query.choice('format', ['json', 'csv']);
  query.finish();
  const reader = readers.of(storeId, hangUpOf(reply));
  const answer = await reads[name](reader, { period, limit, offset: Number(place ?? 0) });
  if (format !== 'csv') return answer;
  const file = `${name}-${period.from}-${period.to}.csv`;
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${file}"`);
  return reply.send(analyticsAsCsv(answer));
}

const reads = {
  searches: async (reader: StoreReader, question: AnalyticsQuestion) =>
    presentSearches(await readSearches(reader, question)),
  'no-results': async (reader: StoreReader, question: AnalyticsQuestion) =>
    presentNoResults(await readNoResults(reader, question)),
  clicks: async (reader: StoreReader, question: AnalyticsQuestion) =>
    presentClicks(await readClicks(reader, question)),
  products: async (reader: StoreReader, question: AnalyticsQuestion) =>
    presentProducts(await readProducts(reader, question)),
} as const;

/** The last days up to the present one, unless others are named. Days to come have no figures: the period ends today. */
function readPeriod(query: QueryReader, today: string): Period {
  const asked = readDay(query, 'to', today);
  const to = asked < today ? asked : today;
  const from = readDay(query, 'from', dayBefore(to, limits.analyticsDaysDefault - 1));
  const period = periodOf(from, to);
  if (period !== null) return period;
  const most = limits.searchStatisticsDays;
  query.fault(
    'from',
    'out_of_range',
    `"from" takes a day up to "to" and to today (${today} in UTC), at most ${most} days in all, got ${from}.`,
  );
  return { from: to, to, previous: { from: to, to } };
}

function readDay(query: QueryReader, name: 'from' | 'to', fallback: string): string {
  const text = query.text(name, fallback);
  if (isDay(text)) return text;
  const message = `"${name}" takes a day such as 2026-11-21, got "${text.slice(0, 50)}".`;
  query.fault(name, 'day_invalid', message);
  return fallback;
}
