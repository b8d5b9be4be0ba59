/** What does a second HTTP thread give, and what does it cost? */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from './asked-twice.ts';
import { type Child, startChild } from './child.ts';
import { type Figure, median, progress, type Question, thousands } from './figures.ts';
import { loaderName, loadServer, type Round, recordAnswers, type Target } from './http-load.ts';
import { type ServiceUnderTest, startServiceUnderTest } from './service-under-test.ts';
import { syntheticCatalog, typedQueries } from './synthetic-catalog.ts';

const productCount = 50_000;
const queryCount = 500;
const rounds = 7;

export const threads: Question = {
  name: 'threads',
  title: `One HTTP thread and two, ${thousands(productCount)} products, ${queryCount} typed queries`,
  reading:
    'The load comes from one process of the same machine: with two cores it leaves a second thread no core of its own, so ' +
    'that requests a second say little there, and processor time a request is what to look at: what threads cost each ' +
    'other. More than two threads are not measured where there are no more cores.',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    const services: ServiceUnderTest[] = [];
    let bare: Child | undefined;
    try {
      const products = await syntheticCatalog(productCount);
      const paths = typedQueries(products, queryCount).map(pathOf);
      const targets: MeasuredTarget[] = [];
      for (const count of [1, 2]) {
        progress(`pushing ${thousands(productCount)} products, ${count} HTTP threads`);
        const service = await startServiceUnderTest({
          FORETYPE_THREADS: String(count),
          // Threads behind that write phrases would be measured with those that answer.
          FORETYPE_ENRICHMENT_PROVIDER: 'off',
        });
        services.push(service);
        await service.push(products, 10_000);
        const headers = { 'x-api-key': service.keys.storefront };
        const requests = paths.map((path) => ({ path, headers }));
        targets.push({ origin: service.origin, child: service.child, requests });
      }
      const [one, two] = targets;
      if (one === undefined || two === undefined) throw new Error('two services were started');
      const file = join(folder, 'recorded.json');
      writeFileSync(
        file,
        JSON.stringify(await recordAnswers(one.origin, paths, one.requests[0]?.headers ?? {})),
      );
      bare = await startChild('./bare-server.ts', [file]);
      const origin = `http://127.0.0.1:${Number(bare.started.port)}`;
      return await compare(one, two, { ...one, origin, child: bare });
    } finally {
      await Promise.all([bare?.stop(), ...services.map((service) => service.stop())]);
      rmSync(folder, { recursive: true });
    }
  },
};

/** A target whose memory is measured, too. */
type MeasuredTarget = Target & { readonly child: Child };

async function compare(one: MeasuredTarget, two: MeasuredTarget, bare: Target): Promise<Figure[]> {
  const loader = loaderName();
  const all = [bare, one, two].map((target) => ({ target, taken: [] as Round[] }));
  // Answers are in every thread's cache by then.
  for (const { target } of all) for (let count = 0; count < 2; count += 1) await loadServer(target);
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round + 1} of ${rounds}`);
    for (const { target, taken } of all) taken.push(await loadServer(target));
  }
  const [limit = [], single = [], double = []] = all.map(({ taken }) => taken);
  const line = (
    what: string,
    pick: (round: Round) => number,
    [measured, against]: readonly [readonly Round[], readonly Round[]],
    name: string,
    goal: string,
  ): Figure => {
    const [left, right] = [median(measured.map(pick)), median(against.map(pick))];
    const show = (value: number) => (value < 1_000 ? value.toFixed(1) : thousands(value));
    return {
      what,
      measured: show(left),
      against: `${show(right)} ${name}`,
      ratio: (left / right).toFixed(2),
      goal,
    };
  };
  const cpu = ({ cpu }: Round) => cpu;
  const rate = ({ rate }: Round) => rate;
  const isComparable = availableParallelism() > 2;
  const memory = [two, one].map(({ child }) => residentMegabytes(child));
  return [
    line('processor time a request, one thread, µs', cpu, [single, limit], 'bare node:http', '≤ 1.2'),
    line('processor time a request, two threads, µs', cpu, [double, single], 'one thread', '≤ 1.2'),
    line(`requests a second, one thread, by ${loader}`, rate, [single, limit], 'bare node:http', '≥ 0.85'),
    line(
      `requests a second, two threads, by ${loader}`,
      rate,
      [double, single],
      'one thread',
      isComparable ? '≥ 1.6' : 'not shown',
    ),
    {
      what: 'resident memory with two threads, MB',
      measured: (memory[0] ?? 0).toFixed(0),
      against: `${(memory[1] ?? 0).toFixed(0)} one thread`,
      ratio: ((memory[0] ?? 0) / (memory[1] ?? 1)).toFixed(2),
      goal: 'shown',
    },
  ];
}

function residentMegabytes({ pid }: Child): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kibibytes) * 1_024) / 1e6;
}
