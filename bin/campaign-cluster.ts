/**
 * `npm run campaign:cluster -- [rounds=10] [seed=1] [faults=kill-api,cut-silent,…]`: PostgreSQL, two API nodes, two workers and a
 * balancer under constant traffic; as many rounds of each fault. Only where they are named: `failover` (then every commit waits for a
 * second server) and `upgrade` (each round is the next version, with a migration). After each one all that was acknowledged is held
 * against the database and every node. Ends with 1 at the first thing that is lost, doubled or answered as it may not be. Prints a
 * table for RELIABILITY.md. Times are shown in seconds or milliseconds, as named. An unknown fault or a number that is none ends it
 * with code 2, before anything starts.
 */
// Tests: none; its own run shows whether it works.
import { faults as breakdowns, type Fault } from '../test/support/cluster/faults.ts';
import { createUpgrades } from '../test/support/cluster/newer-program.ts';
import { openTown, type RoundReport } from '../test/support/cluster/rounds.ts';

const words = new Map(process.argv.slice(2).map((word) => word.split('=', 2) as [string, string]));
const rounds = Number(words.get('rounds') ?? 10);
const seed = Number(words.get('seed') ?? 1);
const upgrades = createUpgrades({ withWorkers: true });
const faults: Readonly<Record<string, Fault>> = { ...breakdowns, upgrade: upgrades.fault };
const known = Object.keys(faults);
const asked =
  words.get('faults')?.split(',') ?? known.filter((name) => !['failover', 'upgrade'].includes(name));
const names = known.filter((name) => asked.includes(name));
const unknown = [
  ...[...words.keys()].filter((word) => !['rounds', 'seed', 'faults'].includes(word)),
  ...asked.filter((name) => !known.some((one) => one === name)),
];
if (unknown.length > 0 || !(rounds > 0) || !Number.isInteger(seed)) {
  console.error(`Unknown: ${unknown.join(', ')}. Takes rounds=N, seed=N, faults=${known.join(',')}.`);
  process.exit(2);
}

// Nodes are ended with this process, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const reports: RoundReport[] = [];
// Where every commit waits for a second server, only its loss is of interest.
const isFollowed = asked.includes('failover');
const town = await openTown({ seed, isFollowed });
await town.peace(3_000);
console.log(`seed ${seed}: three seconds without a fault, and all is as it was promised`);
for (let round = 1; round <= rounds; round += 1) {
  for (const name of names) {
    const fault = faults[name];
    if (fault === undefined) continue;
    const report = await town.round(fault).catch((error: unknown) => {
      for (const { name: node, service } of town.cluster.nodes)
        console.error(`--- ${node}\n${service().log()}`);
      throw error;
    });
    reports.push(report);
    console.log(`${round}/${rounds} ${lineOf(report)}`);
  }
}
console.log(tableOf(reports).join('\n'));
await town.close();
upgrades.remove();
process.exit(0);

function lineOf(report: RoundReport): string {
  const { fault, target, reads, writes, refused, slowestReadMs, shownMs, recoveryMs } = report;
  const times = Object.entries(recoveryMs).map(([what, ms]) => `${what} ${seconds(ms)}`);
  return (
    `${fault}: ${target}; ${reads} reads (slowest ${Math.round(slowestReadMs)} ms), ${writes} writes, ` +
    `${refused} refused; shown everywhere after ${Math.round(shownMs)} ms; back after: ${times.join(', ')}`
  );
}

/** Writes a row for each fault, with median and longest times. */
function tableOf(all: readonly RoundReport[]): string[] {
  const lines = [...new Set(all.map(({ fault }) => fault))].map((fault) => {
    const of = all.filter((report) => report.fault === fault);
    const sum = (pick: (report: RoundReport) => number) =>
      of.reduce((total, report) => total + pick(report), 0);
    const times = (['writes', 'jobs', 'nodes'] as const).map((what) => {
      const sorted = of.map(({ recoveryMs }) => recoveryMs[what]).sort((left, right) => left - right);
      return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)}, ${seconds(sorted.at(-1) ?? 0)}`;
    });
    const [reads, writes] = [sum((report) => report.reads), sum((report) => report.writes)];
    const refused = sum((report) => report.refused);
    return `| ${fault} | ${of.length} | ${reads} | ${writes} | ${refused} | ${times.join(' | ')} |`;
  });
  return [
    '| Fault | Rounds | Reads, all answered | Writes | Refused | Writes back after | Feeds | All nodes |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ];
}

function seconds(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1_000).toFixed(1)} s`;
}
