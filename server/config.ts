/**
 * The only reader of the environment (Contract §1). Every variable stands here once, with what it takes; a wrong
 * value becomes one line that names the variable. docs/operating.md lists the same variables, and a test holds the
 * two equal.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';

export type Role = 'all' | 'api' | 'worker';
export type EnrichmentProvider = 'offline' | 'openai' | 'anthropic' | 'off';

export interface Config {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Absolute path of the folder of the embedded database and all local state. */
  readonly dataFolder: string;
  /** `postgres://…`, or null for the embedded SQLite file. */
  readonly databaseUrl: string | null;
  readonly role: Role;
  /** Addresses or networks whose `X-Forwarded-*` headers count. */
  readonly trustProxy: readonly string[];
  readonly demo: boolean;
  /** 32-byte keys in base64, the first encrypts; empty means that one is generated into the data folder. */
  readonly secretKeys: readonly string[];
  /** Origin for links, or null to take it from the request. */
  readonly publicUrl: string | null;
  readonly rateLimit: boolean;
  readonly metrics: boolean;
  readonly enrichmentProvider: EnrichmentProvider;
  readonly logLevel: string;
  /** PEM texts when the service itself speaks HTTPS. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** Values that command-line options set in place of a variable. */
export interface ConfigOverrides {
  readonly role?: string | undefined;
}

/** Checks every variable and reports all faults, one line each, not only the first. */
export function loadConfig(
  overrides: ConfigOverrides = {},
  environment: Environment = process.env,
): ConfigResult {
  const faults: string[] = [];
  const read = createReader(environment, faults);
  const databaseUrl = read.databaseUrl('DATABASE_URL');
  const config: Config = {
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.port('PORT', 3_000),
    dataFolder: resolve(read.text('FORETYPE_DATA') ?? './data'),
    databaseUrl,
    role: read.choice('FORETYPE_ROLE', ['all', 'api', 'worker'], 'all', overrides.role),
    trustProxy: read.networks('FORETYPE_TRUST_PROXY'),
    demo: read.switch('FORETYPE_DEMO', true),
    secretKeys: read.secretKeys('FORETYPE_SECRET_KEY'),
    publicUrl: read.origin('FORETYPE_PUBLIC_URL'),
    rateLimit: read.switch('FORETYPE_RATE_LIMIT', true),
    metrics: read.switch('FORETYPE_METRICS', true),
    enrichmentProvider: read.choice(
      'FORETYPE_ENRICHMENT_PROVIDER',
      ['offline', 'openai', 'anthropic', 'off'],
      'offline',
    ),
    logLevel: read.choice(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
    ),
    tls: read.tls('TLS_CERT', 'TLS_KEY'),
  };
  read.choice('FORETYPE_SEARCH_BACKEND', ['memory'], 'memory');
  if (databaseUrl !== null && config.secretKeys.length === 0) {
    faults.push(
      'FORETYPE_SECRET_KEY is mandatory with DATABASE_URL: set 32 bytes in base64, the same on every node (openssl rand -base64 32).',
    );
  }
  if (config.role !== 'all' && databaseUrl === null) {
    faults.push(`FORETYPE_ROLE=${config.role} needs DATABASE_URL: the embedded database serves one process.`);
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, config };
}

/** One method a kind of value; each pushes a fault and returns the default where the value is wrong. */
function createReader(environment: Environment, faults: string[]) {
  const text = (name: string): string | null => {
    const value = environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };
  const fault = (name: string, takes: string): void => {
    faults.push(`${name} takes ${takes}, got ${JSON.stringify(text(name))}.`);
  };
  return {
    text,
    choice<Choice extends string>(
      name: string,
      choices: readonly Choice[],
      fallback: Choice,
      override?: string,
    ): Choice {
      const value = override ?? text(name);
      if (value === null) return fallback;
      const found = choices.find((choice) => choice === value);
      if (found === undefined)
        faults.push(`${name} takes ${choices.join(', ')}, got ${JSON.stringify(value)}.`);
      return found ?? fallback;
    },
    switch(name: string, fallback: boolean): boolean {
      const value = text(name);
      if (value === null) return fallback;
      if (value !== 'on' && value !== 'off') fault(name, 'on or off');
      return value === 'on';
    },
    port(name: string, fallback: number): number {
      const value = text(name);
      if (value === null) return fallback;
      const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
      if (!(port <= 65_535)) fault(name, 'a port number from 0 to 65535');
      return port;
    },
    databaseUrl(name: string): string | null {
      const value = text(name);
      if (value === null) return null;
      // The value may hold a password: the fault line must not repeat it.
      if (!/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value))
        faults.push(`${name} takes postgres://user:password@host:port/database.`);
      return value;
    },
    networks(name: string): readonly string[] {
      const networks = (text(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      const valid = networks.every((network) => {
        const [address = '', bits, ...rest] = network.split('/');
        const version = isIP(address);
        const width = version === 4 ? 32 : 128;
        return (
          version !== 0 &&
          rest.length === 0 &&
          (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
        );
      });
      if (!valid) fault(name, 'addresses or networks separated by commas, such as 10.0.0.1 or 10.0.0.0/8');
      return networks;
    },
    secretKeys(name: string): readonly string[] {
      const keys = (text(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      const valid = keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key));
      if (!valid)
        faults.push(
          `${name} takes 32 bytes in base64 (openssl rand -base64 32), or several separated by commas.`,
        );
      return keys;
    },
    origin(name: string): string | null {
      const value = text(name);
      if (value === null) return null;
      const url = URL.canParse(value) ? new URL(value) : null;
      if (
        url === null ||
        !/^https?:$/.test(url.protocol) ||
        url.pathname !== '/' ||
        url.search !== '' ||
        url.hash !== ''
      ) {
        fault(name, 'an origin such as https://search.example.com');
        return null;
      }
      return url.origin;
    },
    tls(certName: string, keyName: string): Config['tls'] {
      const certFile = text(certName);
      const keyFile = text(keyName);
      if (certFile === null && keyFile === null) return null;
      if (certFile === null || keyFile === null) {
        faults.push(`${certName} and ${keyName} belong together: set both to PEM files, or neither.`);
        return null;
      }
      return { cert: readPem(certName, certFile, faults), key: readPem(keyName, keyFile, faults) };
    },
  };
}

function readPem(name: string, file: string, faults: string[]): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    faults.push(
      `${name} takes a readable PEM file, got ${JSON.stringify(file)} (${error instanceof Error ? error.message : 'unreadable'}).`,
    );
    return '';
  }
}
