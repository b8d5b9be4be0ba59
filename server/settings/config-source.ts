/**
 * Reads values of the environment by their kinds. A wrong value becomes a line that names the variable and what it takes, and reads as
 * the default, so that all faults are found at once. It reads no environment itself: config.ts passes it in. It never throws. A fault
 * repeats the value, so config.ts reads secrets as plain text and never passes them to a fault. Numbers are whole, with bounds that
 * the caller gives; sizes are read in MiB and given back in bytes.
 */
// Tests: ./config-source.test.ts.

/** Variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, and the faults found in it so far. */
export interface Source {
  readonly environment: Environment;
  readonly faults: string[];
  /** Names of all variables that were asked for. */
  readonly asked: Set<string>;
}

/** The trimmed value; null where the variable is unset or blank. */
export function readText({ environment, asked }: Source, name: string): string | null {
  asked.add(name);
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

export function addFault({ faults }: Source, name: string, takes: string, value: string): void {
  faults.push(`${name} takes ${takes}, got ${JSON.stringify(value)}.`);
}

export function readChoice<Choice extends string>(
  source: Source,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
  override?: string,
): Choice {
  const own = readText(source, name);
  const value = override ?? own;
  const found = value === null ? fallback : choices.find((choice) => choice === value);
  if (found === undefined && value !== null)
    addFault(source, override === undefined ? name : `--role (${name})`, choices.join(', '), value);
  return found ?? fallback;
}

export function readSwitch(source: Source, name: string, fallback: boolean): boolean {
  return readChoice(source, name, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
}

export function readPort(source: Source, name: string, fallback: number): number {
  const value = readText(source, name);
  if (value === null) return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  addFault(source, name, 'a port number from 0 to 65535', value);
  return fallback;
}

export function readCount(source: Source, name: string, fallback: number, max: number, min = 1): number {
  const value = readText(source, name);
  if (value === null) return fallback;
  const count = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (count >= min && count <= max) return count;
  addFault(source, name, `a number from ${min} to ${max}`, value);
  return fallback;
}

/** Variables that Kubernetes sets in every container for services named like this program. */
const addressOfService = /^FORETYPE(?:_\w+)?_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/;

/** Variables that are set and named like those of this program, but that it does not read. */
export function findWithoutEffect({ environment, asked }: Source): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('FORETYPE_') && !asked.has(name) && !addressOfService.test(name))
    .sort();
}

const mebibyte = 1024 * 1024;

export function readMebibytes(source: Source, name: string, fallbackBytes: number): number {
  const value = readText(source, name);
  if (value === null) return fallbackBytes;
  const count = /^\d{1,8}$/.test(value) ? Number(value) : 0;
  if (count > 0) return count * mebibyte;
  addFault(source, name, 'a number of mebibytes from 1 to 99999999', value);
  return fallbackBytes;
}

export function splitList(value: string | null): readonly string[] {
  const parts = (value ?? '').split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
