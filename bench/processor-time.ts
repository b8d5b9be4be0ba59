/**
 * The processor time of processes, to the microsecond, as Linux gives it: proc(5) counts in hundredths of a second. Times are
 * microseconds. A process that is gone, or a system other than Linux, gives NaN or leaves it out, never an error; it signals no
 * process.
 */
// Tests: none; `npm run bench` runs it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Sums the time of all threads of a process, in microseconds; NaN if the system does not say. */
export function processMicros(pid: number): number {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return Number.NaN;
  let nanos = 0;
  for (const thread of readdirSync(folder)) {
    // The first number is time on a processor. A thread may end between the two reads.
    nanos += Number(readOf(`${folder}/${thread}/schedstat`).split(' ')[0]);
  }
  return nanos / 1_000;
}

/** Sums the time of a process, its children, and those children that ended; NaN if the system does not say. */
export function familyMicros(pid: number): number {
  if (!existsSync(`/proc/${pid}/task`)) return Number.NaN;
  let micros = processMicros(pid) + endedChildrenMicros(pid);
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && parentOf(name) === pid) micros += processMicros(Number(name));
  }
  return micros;
}

/** Fields 16 and 17, in hundredths of a second. */
function endedChildrenMicros(pid: number): number {
  const fields = fieldsOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * 10_000;
}

function parentOf(pid: string): number {
  return Number(fieldsOf(pid)[1]);
}

/** Returns the fields from the third on: the second, a name, may hold spaces. */
function fieldsOf(pid: number | string): string[] {
  return readOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
}

/** Empty where it is gone by now. */
function readOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
