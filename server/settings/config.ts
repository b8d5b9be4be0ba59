/**
 * The only reader of the environment (Contract §1). Every variable is here once, with the values that it takes; a wrong value becomes
 * one line that names the variable, and the start is refused. Secrets are never repeated in a fault. docs/operating.md lists the same
 * variables, and a test compares the two. Among the limits: events are kept 2 to 400 days, connections of a process are at least 10
 * (30 if unset); a value beyond its bounds is a fault, it is never rounded to them.
 */
// Tests: ./config.test.ts.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { limits } from '../../contract/limits.ts';
import { usableMemoryBytes } from '../process/usable-memory.ts';
import {
  addFault,
  type Environment,
  findWithoutEffect,
  readChoice,
  readCount,
  readMebibytes,
  readPort,
  readSwitch,
  readText,
  type Source,
  splitList,
} from './config-source.ts';
import { databaseUrlFault } from './database-url.ts';

const poolers = ['none', 'transaction'] as const;
const roles = ['all', 'api', 'worker'] as const;
const searchBackends = ['memory', 'postgres'] as const;
const enrichmentProviders = ['offline', 'openai', 'anthropic', 'off'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings of one process, checked. */
export interface Config {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Absolute path of the folder of the embedded database and all local state. */
  readonly dataFolder: string;
  /** `postgres://…`, or null for the embedded SQLite file. */
  readonly databaseUrl: string | null;
  /** `postgres://…` of a server that follows the one of `databaseUrl`, for filling indexes; or null. */
  readonly databaseReadUrl: string | null;
  /** `transaction`: connections go to a pooler that hands each transaction another one. */
  readonly databasePooler: (typeof poolers)[number];
  /** Connections to the database at most, all threads together; listening takes up to two more. */
  readonly databaseConnections: number;
  readonly role: (typeof roles)[number];
  /** Addresses or networks whose `X-Forwarded-*` headers count. */
  readonly trustProxy: readonly string[];
  readonly demo: boolean;
  /** 32-byte keys in base64, the first encrypts. Empty: the data folder has one. */
  readonly secretKeys: readonly string[];
  /** Permits `http:`, private addresses and any port for feeds and webhooks. */
  readonly allowPrivateFeeds: boolean;
  /** Origin for links, or null to take it from the request. */
  readonly publicUrl: string | null;
  /** The server that takes mails of alerts, and their sender; null where none are sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly rateLimit: boolean;
  /** The place where indexes are kept over a restart: `memory` is the data folder, `postgres` the database. */
  readonly searchBackend: (typeof searchBackends)[number];
  /** Bound on the indexes in memory, all stores together. */
  readonly indexMemoryMaxBytes: number;
  /** Days for which events of shoppers stay as they came. */
  readonly eventsDays: number;
  /** Accepted events of one store in a day, for each kind of key. */
  readonly eventsPerDay: number;
  readonly metrics: boolean;
  readonly enrichmentProvider: (typeof enrichmentProviders)[number];
  readonly enrichment: EnrichmentConfig;
  readonly logLevel: (typeof logLevels)[number];
  /** PEM texts when the service itself speaks HTTPS. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Variables that are named like settings and are none of this version. */
  readonly withoutEffect: readonly string[];
}

/** The settings of generated phrases, for the whole deployment. */
export interface EnrichmentConfig {
  /** The server of the language model; null where none is asked. */
  readonly server: {
    readonly name: 'openai' | 'anthropic';
    readonly model: string;
    /** The base address, without a slash at its end. */
    readonly baseUrl: string;
    /** Null where a local server needs none. */
    readonly apiKey: string | null;
  } | null;
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  /** Requests under way at a time. */
  readonly concurrency: number;
  readonly productsPerRequest: number;
  /** Prices by model, in US dollars a million tokens. */
  readonly prices: ReadonlyMap<string, { readonly inputUsd: number; readonly outputUsd: number }>;
}

/** The settings, or what is wrong with them. */
export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly string[] };

/** The whole environment, for a process that is started with it. */
export function wholeEnvironment(): Environment {
  return process.env;
}

/** Values that command-line options set in place of a variable. */
export interface ConfigOverrides {
  readonly role?: string | undefined;
}

/** Checks every variable and reports all faults, one line each, not only the first. */
export function loadConfig(
  overrides: ConfigOverrides = {},
  environment: Environment = process.env,
): ConfigResult {
  const source: Source = { environment, faults: [], asked: new Set() };
  const config: Config = {
    host: readText(source, 'HOST') ?? '127.0.0.1',
    port: readPort(source, 'PORT', 3_000),
    dataFolder: resolve(readText(source, 'FORETYPE_DATA') ?? './data'),
    databaseUrl: readDatabaseUrl(source, 'DATABASE_URL'),
    databaseReadUrl: readDatabaseUrl(source, 'DATABASE_READ_URL'),
    databasePooler: readChoice(source, 'FORETYPE_DATABASE_POOLER', poolers, 'none'),
    databaseConnections: readCount(source, 'FORETYPE_DATABASE_CONNECTIONS', 30, 1_000, connectionsMin),
    role: readChoice(source, 'FORETYPE_ROLE', roles, 'all', overrides.role),
    trustProxy: readNetworks(source, 'FORETYPE_TRUST_PROXY'),
    demo: readSwitch(source, 'FORETYPE_DEMO', true),
    secretKeys: readSecretKeys(source, 'FORETYPE_SECRET_KEY'),
    allowPrivateFeeds: readSwitch(source, 'FORETYPE_ALLOW_PRIVATE_FEEDS', false),
    publicUrl: readOrigin(source, 'FORETYPE_PUBLIC_URL'),
    mail: readMail(source),
    rateLimit: readSwitch(source, 'FORETYPE_RATE_LIMIT', true),
    searchBackend: readChoice(source, 'FORETYPE_SEARCH_BACKEND', searchBackends, 'memory'),
    indexMemoryMaxBytes: readMebibytes(source, 'FORETYPE_INDEX_MEMORY_MB', halfOfMemory()),
    eventsDays: readDays(source, 'FORETYPE_EVENTS_DAYS', limits.eventsDays),
    eventsPerDay: readCount(source, 'FORETYPE_EVENTS_PER_DAY', limits.eventsPerDay, eventsPerDayMax),
    metrics: readSwitch(source, 'FORETYPE_METRICS', true),
    enrichmentProvider: readChoice(source, 'FORETYPE_ENRICHMENT_PROVIDER', enrichmentProviders, 'offline'),
    enrichment: {
      server: readModelServer(source),
      requestsPerMinute: readCount(source, 'FORETYPE_ENRICHMENT_RPM', 60, 100_000),
      tokensPerMinute: readCount(source, 'FORETYPE_ENRICHMENT_TPM', 100_000, 1_000_000_000),
      concurrency: readCount(source, 'FORETYPE_ENRICHMENT_CONCURRENCY', 2, 100),
      productsPerRequest: readCount(source, 'FORETYPE_ENRICHMENT_BATCH', 10, 50),
      prices: readPrices(source, 'FORETYPE_ENRICHMENT_PRICES'),
    },
    logLevel: readChoice(source, 'LOG_LEVEL', logLevels, 'info'),
    tls: readTls(source, 'TLS_CERT', 'TLS_KEY'),
    // Last, when all others were asked for.
    withoutEffect: findWithoutEffect(source),
  };
  checkTogether(config, source.faults);
  return source.faults.length > 0 ? { ok: false, faults: source.faults } : { ok: true, config };
}

/** Faults of several variables together. */
function checkTogether(config: Config, faults: string[]): void {
  if (config.databaseUrl !== null && config.secretKeys.length === 0) {
    faults.push(
      'FORETYPE_SECRET_KEY is mandatory with DATABASE_URL: set 32 bytes in base64, the same on every node (openssl rand -base64 32).',
    );
  }
  const readUrl = config.databaseReadUrl;
  if (config.databaseUrl === null && readUrl !== null && databaseUrlFault(readUrl) === null) {
    faults.push('DATABASE_READ_URL needs DATABASE_URL: it names a server that follows that one.');
  }
  if (config.searchBackend === 'postgres' && config.databaseUrl === null) {
    faults.push('FORETYPE_SEARCH_BACKEND=postgres needs DATABASE_URL: indexes are kept in that database.');
  }
  if (config.role !== 'all' && config.databaseUrl === null) {
    faults.push(`FORETYPE_ROLE=${config.role} needs DATABASE_URL: the embedded database serves one process.`);
  }
}

/** Connections of a process, at least: two for each thread that asks the database, since a read must not wait for a transaction. */
const connectionsMin = 10;

/** The model of `anthropic` if none is named: its small one. */
const anthropicModel = 'claude-haiku-4-5';
const providerUrls = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' };

/**
 * Reads the settings of the language model. All variables are checked, whichever provider is chosen; a missing one
 * counts only for the chosen provider.
 */
function readModelServer(source: Source): EnrichmentConfig['server'] {
  const provider = readText(source, 'FORETYPE_ENRICHMENT_PROVIDER');
  const model = readText(source, 'FORETYPE_ENRICHMENT_MODEL');
  const openAi = {
    baseUrl: readBaseUrl(source, 'FORETYPE_OPENAI_BASE_URL', providerUrls.openai),
    apiKey: readApiKey(source, 'OPENAI_API_KEY'),
  };
  const anthropic = {
    baseUrl: readBaseUrl(source, 'FORETYPE_ANTHROPIC_BASE_URL', providerUrls.anthropic),
    apiKey: readApiKey(source, 'ANTHROPIC_API_KEY'),
  };
  if (provider === 'openai') {
    if (model === null)
      addMissing(source, 'FORETYPE_ENRICHMENT_MODEL', provider, 'the name of a model of that server');
    if (openAi.apiKey === null && openAi.baseUrl === providerUrls.openai) {
      const instead = 'the key, or FORETYPE_OPENAI_BASE_URL to a server that needs none';
      addMissing(source, 'OPENAI_API_KEY', provider, instead);
    }
    return { name: provider, model: model ?? '', ...openAi };
  }
  if (provider !== 'anthropic') return null;
  if (anthropic.apiKey === null) addMissing(source, 'ANTHROPIC_API_KEY', provider, 'the key');
  return { name: provider, model: model ?? anthropicModel, ...anthropic };
}

function addMissing({ faults }: Source, name: string, provider: string, what: string): void {
  faults.push(`${name} is mandatory with FORETYPE_ENRICHMENT_PROVIDER=${provider}: set it to ${what}.`);
}

function readBaseUrl(source: Source, name: string, fallback: string): string {
  const value = readText(source, name);
  if (value === null) return fallback;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (url !== null && isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  // An address may hold a password: it is not repeated.
  source.faults.push(
    `${name} takes an address such as http://127.0.0.1:11434/v1, without credentials, ? and #.`,
  );
  return fallback;
}

function readApiKey(source: Source, name: string): string | null {
  const key = readText(source, name);
  // It travels in a header. Never repeated in the fault.
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return key;
  source.faults.push(`${name} takes a key of visible ASCII characters without spaces.`);
  return null;
}

/** `model=input/output, …`; names of models hold slashes and colons themselves. */
function readPrices(source: Source, name: string): EnrichmentConfig['prices'] {
  const prices = new Map<string, { inputUsd: number; outputUsd: number }>();
  for (const part of splitList(readText(source, name))) {
    const [, model = '', input, output] =
      /^(.+)=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(part) ?? [];
    if (model.trim() === '' || prices.has(model.trim())) {
      const takes = 'model=input/output in US dollars a million tokens, each model once, separated by commas';
      addFault(source, name, takes, part);
    }
    prices.set(model.trim(), { inputUsd: Number(input), outputUsd: Number(output) });
  }
  return prices;
}

function readDays(source: Source, name: string, fallback: number): number {
  const value = readText(source, name);
  if (value === null) return fallback;
  const count = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  // A batch that comes again within two days is known by what stayed.
  if (count >= eventsDaysMin && count <= eventsDaysMax) return count;
  addFault(source, name, `a number of days from ${eventsDaysMin} to ${eventsDaysMax}`, value);
  return fallback;
}

/** Events of a day, at most: a day's count must stay below that of the next day (event-quota.ts). */
const eventsPerDayMax = 1_000_000_000;
/** Days for which events are kept, at least: a batch that is sent again within two days is recognised by them. */
const eventsDaysMin = 2;
/** Days for which events are kept, at most. Chosen: a little over a year. */
const eventsDaysMax = 400;

/** Half of the memory that this process may use, in bytes. */
function halfOfMemory(): number {
  return Math.floor(usableMemoryBytes() / 2);
}

function readDatabaseUrl(source: Source, name: string): string | null {
  const value = readText(source, name);
  const takes = value === null ? null : databaseUrlFault(value);
  if (takes !== null) source.faults.push(`${name} takes ${takes}.`);
  return value;
}

function readNetworks(source: Source, name: string): readonly string[] {
  const value = readText(source, name);
  const networks = splitList(value);
  if (value !== null && !networks.every(isNetwork)) {
    addFault(
      source,
      name,
      'addresses or networks separated by commas, such as 10.0.0.1 or 10.0.0.0/8',
      value,
    );
  }
  return networks;
}

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  );
}

function readSecretKeys(source: Source, name: string): readonly string[] {
  const keys = splitList(readText(source, name));
  // Never repeated in the fault: it is a secret even when it is mistyped.
  if (!keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key))) {
    source.faults.push(
      `${name} takes 32 bytes in base64 (openssl rand -base64 32), or several separated by commas.`,
    );
  }
  return keys;
}

function readOrigin(source: Source, name: string): string | null {
  const value = readText(source, name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  addFault(source, name, 'an origin such as https://search.example.com', value);
  return null;
}

/** Both or neither. The address may hold a password: it is not repeated. */
function readMail(source: Source): Config['mail'] {
  const [smtpUrl, from] = [readText(source, 'FORETYPE_SMTP_URL'), readText(source, 'FORETYPE_MAIL_FROM')];
  const url = smtpUrl !== null && URL.canParse(smtpUrl) ? new URL(smtpUrl) : null;
  const isServer = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  const isSender = from !== null && /^(?:[^<>@\r\n]+ )?<?[^<>@\s]+@[^<>@\s]+>?$/.test(from);
  if (isServer && isSender) return { smtpUrl: url.href, from };
  if (!isServer && (smtpUrl !== null || isSender)) {
    source.faults.push(
      'FORETYPE_SMTP_URL takes an address such as smtp://user:password@mail.example.com:587.',
    );
  }
  if (!isSender && (from !== null || isServer)) {
    source.faults.push(
      'FORETYPE_MAIL_FROM takes the sender of mails, such as Foretype <alerts@example.com>.',
    );
  }
  return null;
}

function readTls(source: Source, certName: string, keyName: string): Config['tls'] {
  const certFile = readText(source, certName);
  const keyFile = readText(source, keyName);
  if (certFile === null && keyFile === null) return null;
  if (certFile === null || keyFile === null) {
    source.faults.push(`${certName} and ${keyName} belong together: set both to PEM files, or neither.`);
    return null;
  }
  const tls = { cert: readPem(source, certName, certFile), key: readPem(source, keyName, keyFile) };
  if (tls.cert === '' || tls.key === '') return null;
  try {
    createSecureContext(tls);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    source.faults.push(`${certName} and ${keyName} take a certificate and its key in PEM files (${reason}).`);
  }
  return tls;
}

function readPem(source: Source, name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    addFault(source, name, `a readable PEM file (${reason})`, file);
    return '';
  }
}
