import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMetrics } from './metrics.ts';

const noIndexes = () => ({ stores: 0, documents: 0, bytes: 0 });
const idle = async () => ({ jobs: [] });

/** The numbers of the lines that begin with `name`, in their order, by what stands in braces. */
async function read(metrics: ReturnType<typeof createMetrics>, name: string): Promise<[string, number][]> {
  const { text } = await metrics.render();
  return text.split('\n').flatMap((line) => {
    const [, labels = '', value] = /^\w+\{(.*)\} (\S+)$/.exec(line) ?? [];
    return line.startsWith(`${name}{`) ? [[labels, Number(value)] as [string, number]] : [];
  });
}

const durations = 'foretype_http_request_duration_seconds';

test('a request counts in every bucket from its duration up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.double({ min: 0, max: 20, noNaN: true }), fc.constantFrom(0.0005, 0.25, 10))),
      async (seconds) => {
        const metrics = createMetrics(noIndexes, idle);
        const series = metrics.requests('GET', '/livez', 200);
        for (const one of seconds) series.observe(one);
        const buckets = await read(metrics, `${durations}_bucket`);
        assert.equal(buckets.length, 15);
        for (const [labels, count] of buckets) {
          const [, bound = ''] = /le="(.*?)"/.exec(labels) ?? [];
          const most = bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound);
          assert.equal(count, seconds.filter((one) => one <= most).length, labels);
        }
        const [[, count] = []] = await read(metrics, `${durations}_count`);
        const [[, sum] = []] = await read(metrics, `${durations}_sum`);
        assert.equal(count, seconds.length);
        assert.equal(
          sum,
          seconds.reduce((total, one) => total + one, 0),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('requests are told apart by method, route and status', async () => {
  const metrics = createMetrics(noIndexes, idle);
  metrics.requests('GET', '/a', 200).observe(1);
  metrics.requests('GET', '/a', 200).observe(1);
  metrics.requests('GET', '/a', 404).observe(1);
  metrics.requests('POST', '/a', 200).observe(1);
  metrics.requests('GET', '/b', 200).observe(1);
  assert.deepEqual(await read(metrics, `${durations}_count`), [
    ['method="GET",route="/a",status="200"', 2],
    ['method="GET",route="/a",status="404"', 1],
    ['method="POST",route="/a",status="200"', 1],
    ['method="GET",route="/b",status="200"', 1],
  ]);
});

test('answers are counted by whether they came from the cache, over several scrapes', async () => {
  const metrics = createMetrics(noIndexes, idle);
  metrics.countAnswer(true);
  metrics.countAnswer(true);
  metrics.countAnswer(false);
  const expected = [
    ['cached="true"', 2],
    ['cached="false"', 1],
  ];
  assert.deepEqual(await read(metrics, 'foretype_autocomplete_answers_total'), expected);
  assert.deepEqual(await read(metrics, 'foretype_autocomplete_answers_total'), expected);
});

test('queues are told as they are at each scrape, and a database that is away is said to be', async () => {
  let answer = Promise.resolve({ jobs: [{ kind: 'feed', due: 3, oldestDueMs: 1_500, retried: 1 }] });
  const metrics = createMetrics(noIndexes, () => answer);
  for (const [name, value] of [
    ['foretype_jobs_due', 3],
    ['foretype_job_oldest_due_seconds', 1.5],
    ['foretype_jobs_retried', 1],
  ] as const) {
    assert.deepEqual(await read(metrics, name), [['kind="feed"', value]]);
  }
  assert.match((await metrics.render()).text, /^foretype_database_up 1$/m);
  answer = Promise.reject(new Error('away'));
  const { text } = await metrics.render();
  assert.match(text, /^foretype_database_up 0$/m);
  assert.doesNotMatch(text, /kind="feed"/);
});
