import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { type Config, loadConfig } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const secretKey = Buffer.alloc(32, 1).toString('base64');
const otherKey = Buffer.alloc(32, 2).toString('base64');
const databaseUrl = 'postgres://foretype:geheim@db.example:5432/foretype';

function configOf(environment: Environment, role?: string): Config {
  const settings = loadConfig({ role }, environment);
  assert.ok(settings.ok, settings.ok ? '' : settings.faults.join('\n'));
  return settings.config;
}

function faultsOf(environment: Environment, role?: string): readonly string[] {
  const settings = loadConfig({ role }, environment);
  return settings.ok ? [] : settings.faults;
}

test('Contract §1 without any variable the defaults hold', () => {
  const { indexMemoryMaxBytes, ...others } = configOf({});
  assert.ok(indexMemoryMaxBytes > 0 && indexMemoryMaxBytes <= totalmem() / 2);
  assert.deepEqual(others, {
    host: '127.0.0.1',
    port: 3_000,
    dataFolder: resolve('data'),
    databaseUrl: null,
    databaseReadUrl: null,
    databasePooler: 'none',
    databaseConnections: 30,
    role: 'all',
    trustProxy: [],
    demo: true,
    secretKeys: [],
    publicUrl: null,
    searchBackend: 'memory',
    mail: null,
    rateLimit: true,
    allowPrivateFeeds: false,
    ...{ eventsDays: 30, eventsPerDay: 5_000_000 },
    metrics: true,
    enrichmentProvider: 'offline',
    enrichment: {
      server: null,
      requestsPerMinute: 60,
      tokensPerMinute: 100_000,
      concurrency: 2,
      productsPerRequest: 10,
      prices: new Map(),
    },
    logLevel: 'info',
    tls: null,
    withoutEffect: [],
  });
});

test('a blank variable is an absent one', () => {
  const blank = Object.fromEntries(
    ['HOST', 'PORT', 'FORETYPE_DATA', 'DATABASE_URL', 'FORETYPE_ROLE', 'FORETYPE_DEMO', 'LOG_LEVEL'].map(
      (name) => [name, '  '],
    ),
  );
  assert.deepEqual(configOf(blank), configOf({}));
});

const everyVariable: Environment = {
  HOST: '0.0.0.0',
  PORT: '0',
  FORETYPE_DATA: '/tmp/shop',
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: 'postgres://replica/shop',
  FORETYPE_DATABASE_POOLER: 'transaction',
  FORETYPE_DATABASE_CONNECTIONS: '12',
  FORETYPE_ROLE: 'worker',
  FORETYPE_TRUST_PROXY: '10.0.0.0/8, ::1',
  FORETYPE_DEMO: 'off',
  FORETYPE_SECRET_KEY: `${secretKey}, ${otherKey}`,
  FORETYPE_PUBLIC_URL: 'https://search.example.com/',
  FORETYPE_SMTP_URL: 'smtp://a:b@mail.example:587',
  FORETYPE_MAIL_FROM: 'Foretype <alerts@shop.example>',
  FORETYPE_RATE_LIMIT: 'off',
  FORETYPE_ALLOW_PRIVATE_FEEDS: 'on',
  FORETYPE_INDEX_MEMORY_MB: '64',
  FORETYPE_EVENTS_DAYS: '7',
  FORETYPE_EVENTS_PER_DAY: '900',
  FORETYPE_METRICS: 'off',
  FORETYPE_ENRICHMENT_PROVIDER: 'openai',
  FORETYPE_ENRICHMENT_MODEL: 'meta-llama/Llama-3.1:8b',
  FORETYPE_ENRICHMENT_RPM: '7',
  FORETYPE_ENRICHMENT_TPM: '8000',
  FORETYPE_ENRICHMENT_CONCURRENCY: '3',
  FORETYPE_ENRICHMENT_BATCH: '4',
  FORETYPE_ENRICHMENT_PRICES: 'meta-llama/Llama-3.1:8b=0.15/0.6, local=0/0,',
  FORETYPE_OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/',
  OPENAI_API_KEY: 'geheim',
  FORETYPE_SEARCH_BACKEND: 'postgres',
  LOG_LEVEL: 'debug',
};

test('Contract §1 every variable sets the setting that it names', () => {
  const config = configOf(everyVariable);
  assert.deepEqual(config, {
    host: '0.0.0.0',
    port: 0,
    dataFolder: '/tmp/shop',
    databaseUrl,
    databaseReadUrl: 'postgres://replica/shop',
    databasePooler: 'transaction',
    databaseConnections: 12,
    role: 'worker',
    trustProxy: ['10.0.0.0/8', '::1'],
    demo: false,
    secretKeys: [secretKey, otherKey],
    publicUrl: 'https://search.example.com',
    mail: { smtpUrl: 'smtp://a:b@mail.example:587', from: 'Foretype <alerts@shop.example>' },
    rateLimit: false,
    allowPrivateFeeds: true,
    searchBackend: 'postgres',
    indexMemoryMaxBytes: 64 * 1024 * 1024,
    ...{ eventsDays: 7, eventsPerDay: 900 },
    metrics: false,
    enrichmentProvider: 'openai',
    enrichment: {
      server: {
        name: 'openai',
        model: 'meta-llama/Llama-3.1:8b',
        baseUrl: 'http://127.0.0.1:11434/v1',
        apiKey: 'geheim',
      },
      requestsPerMinute: 7,
      tokensPerMinute: 8_000,
      concurrency: 3,
      productsPerRequest: 4,
      prices: new Map([
        ['meta-llama/Llama-3.1:8b', { inputUsd: 0.15, outputUsd: 0.6 }],
        ['local', { inputUsd: 0, outputUsd: 0 }],
      ]),
    },
    logLevel: 'debug',
    tls: null,
    withoutEffect: [],
  });
});

/** Wrong values of each variable that stands alone. */
const wrongValues: Readonly<Record<string, readonly string[]>> = {
  PORT: ['65536', '-1', '3000.5', '0x10', 'http', '999999'],
  DATABASE_URL: [
    'mysql://x/y',
    'postgres://',
    'postgres',
    'postgres://[/x',
    'postgres://a/b?target_session_attrs=standby',
  ],
  DATABASE_READ_URL: ['replica'],
  FORETYPE_DATABASE_POOLER: ['session'],
  FORETYPE_DATABASE_CONNECTIONS: ['9', '1001', 'x'],
  FORETYPE_ROLE: ['web', 'ALL', 'constructor'],
  FORETYPE_TRUST_PROXY: [
    'proxy.example',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.1/8/8',
    '10.0.0.1/x',
    '10.0.0.1;10.0.0.2',
  ],
  FORETYPE_DEMO: ['true', '1', 'ON'],
  FORETYPE_SECRET_KEY: ['short', secretKey.slice(1), `${secretKey},short`],
  FORETYPE_ALLOW_PRIVATE_FEEDS: ['true', '1', 'ON'],
  FORETYPE_PUBLIC_URL: [
    'search.example.com',
    'ftp://search.example.com',
    'https://search.example.com/path',
    'https://search.example.com/?q=1',
    'https://search.example.com/#top',
  ],
  FORETYPE_SMTP_URL: ['http://mail.example', 'mail.example'],
  FORETYPE_MAIL_FROM: ['nobody', 'a@'],
  FORETYPE_RATE_LIMIT: ['no'],
  FORETYPE_INDEX_MEMORY_MB: ['0', '-5', '1.5', 'half', '123456789'],
  FORETYPE_EVENTS_DAYS: ['1', '401', '-7', '30 days'],
  FORETYPE_EVENTS_PER_DAY: ['0', '1.5', 'many', '1000000001'],
  FORETYPE_METRICS: ['yes'],
  FORETYPE_ENRICHMENT_PROVIDER: ['gpt', 'Offline'],
  FORETYPE_OPENAI_BASE_URL: [
    'localhost:11434/v1',
    'ftp://models.example/v1',
    'http://user:geheim@models.example/v1',
    'http://models.example/v1?key=geheim',
  ],
  OPENAI_API_KEY: ['two words', 'schlüssel', 'line\nbreak'],
  FORETYPE_ANTHROPIC_BASE_URL: ['api.anthropic.com', 'https://api.anthropic.com/v1#top'],
  ANTHROPIC_API_KEY: ['two words'],
  FORETYPE_ENRICHMENT_RPM: ['0', '-1', '1.5', 'many', '100001'],
  FORETYPE_ENRICHMENT_TPM: ['0', '1e6', '1000000001'],
  FORETYPE_ENRICHMENT_CONCURRENCY: ['0', '101'],
  FORETYPE_ENRICHMENT_BATCH: ['0', '51'],
  FORETYPE_ENRICHMENT_PRICES: ['gpt', 'gpt=1', 'gpt=1/x', '=1/2', 'gpt=-1/2', 'gpt=1/2,gpt=3/4'],
  FORETYPE_SEARCH_BACKEND: ['elastic'],
  LOG_LEVEL: ['verbose'],
};

test('Contract §1 a wrong value is one line that names its variable', () => {
  for (const [name, values] of Object.entries(wrongValues)) {
    for (const value of values) {
      const faults = faultsOf({ FORETYPE_SECRET_KEY: secretKey, [name]: value });
      assert.equal(faults.length, 1, `${name}=${value}: ${faults.join('\n')}`);
      assert.match(faults[0] ?? '', new RegExp(`^${name} takes .+\\.$`));
      assert.doesNotMatch(faults[0] ?? '', /\n/);
    }
  }
});

test('all wrong values are reported at once', () => {
  const environment = Object.fromEntries(
    Object.entries(wrongValues).map(([name, values]) => [name, values[0]]),
  );
  assert.deepEqual(
    faultsOf(environment).map((fault) => fault.split(' ')[0]),
    [
      'PORT',
      'DATABASE_URL',
      'DATABASE_READ_URL',
      'FORETYPE_DATABASE_POOLER',
      'FORETYPE_DATABASE_CONNECTIONS',
      'FORETYPE_ROLE',
      'FORETYPE_TRUST_PROXY',
      'FORETYPE_DEMO',
      'FORETYPE_SECRET_KEY',
      'FORETYPE_ALLOW_PRIVATE_FEEDS',
      'FORETYPE_PUBLIC_URL',
      'FORETYPE_SMTP_URL',
      'FORETYPE_MAIL_FROM',
      'FORETYPE_RATE_LIMIT',
      'FORETYPE_SEARCH_BACKEND',
      'FORETYPE_INDEX_MEMORY_MB',
      'FORETYPE_EVENTS_DAYS',
      'FORETYPE_EVENTS_PER_DAY',
      'FORETYPE_METRICS',
      'FORETYPE_ENRICHMENT_PROVIDER',
      'FORETYPE_OPENAI_BASE_URL',
      'OPENAI_API_KEY',
      'FORETYPE_ANTHROPIC_BASE_URL',
      'ANTHROPIC_API_KEY',
      'FORETYPE_ENRICHMENT_RPM',
      'FORETYPE_ENRICHMENT_TPM',
      'FORETYPE_ENRICHMENT_CONCURRENCY',
      'FORETYPE_ENRICHMENT_BATCH',
      'FORETYPE_ENRICHMENT_PRICES',
      'LOG_LEVEL',
    ],
  );
});

test('a fault shows the given value, line breaks escaped', () => {
  assert.deepEqual(faultsOf({ PORT: 'a\nb' }), ['PORT takes a port number from 0 to 65535, got "a\\nb".']);
});

test('no fault ever repeats a secret', () => {
  const faults = faultsOf({
    DATABASE_URL: 'postgresql//foretype:geheim@db.example/foretype',
    FORETYPE_SECRET_KEY: 'geheim',
    FORETYPE_OPENAI_BASE_URL: 'http://user:geheim@models.example/v1',
    OPENAI_API_KEY: 'geheim geheim',
    ANTHROPIC_API_KEY: 'geheim geheim',
    PORT: 'x',
  });
  assert.equal(faults.length, 6);
  assert.doesNotMatch(faults.join('\n'), /geheim/);
});

test('Contract §1 a secret key is mandatory with PostgreSQL', () => {
  const faults = faultsOf({ DATABASE_URL: databaseUrl });
  assert.equal(faults.length, 1);
  assert.match(faults[0] ?? '', /^FORETYPE_SECRET_KEY is mandatory with DATABASE_URL/);
  assert.deepEqual(faultsOf({ DATABASE_URL: databaseUrl, FORETYPE_SECRET_KEY: secretKey }), []);
});

test('indexes stay in a database of PostgreSQL only', () => {
  const inDatabase = { FORETYPE_SEARCH_BACKEND: 'postgres' };
  assert.match(faultsOf(inDatabase)[0] ?? '', /FORETYPE_SEARCH_BACKEND=postgres needs DATABASE_URL/);
  assert.deepEqual(
    faultsOf({ ...inDatabase, DATABASE_URL: databaseUrl, FORETYPE_SECRET_KEY: secretKey }),
    [],
  );
});

test('a split role needs PostgreSQL', () => {
  for (const role of ['api', 'worker']) {
    assert.match(faultsOf({ FORETYPE_ROLE: role })[0] ?? '', /needs DATABASE_URL/);
    assert.deepEqual(
      faultsOf({ FORETYPE_ROLE: role, DATABASE_URL: databaseUrl, FORETYPE_SECRET_KEY: secretKey }),
      [],
    );
  }
});

test('Contract §1 the option --role wins over its variable', () => {
  const environment = { DATABASE_URL: databaseUrl, FORETYPE_SECRET_KEY: secretKey, FORETYPE_ROLE: 'worker' };
  assert.equal(configOf(environment, 'api').role, 'api');
  assert.equal(configOf(environment).role, 'worker');
  assert.match(
    faultsOf({}, 'web')[0] ?? '',
    /^--role \(FORETYPE_ROLE\) takes all, api, worker, got "web"\.$/,
  );
});

test('both spellings of a PostgreSQL address are taken', () => {
  for (const url of [databaseUrl, databaseUrl.replace('postgres:', 'postgresql:')]) {
    assert.equal(configOf({ DATABASE_URL: url, FORETYPE_SECRET_KEY: secretKey }).databaseUrl, url);
  }
});

test('certificate and key are read from their files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-tls-'));
  try {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const fixture = (name: string) =>
      readFileSync(new URL(`../../test/fixtures/tls/${name}`, import.meta.url), 'utf8');
    writeFileSync(cert, fixture('cert.pem'));
    writeFileSync(key, fixture('key.pem'));
    assert.deepEqual(configOf({ TLS_CERT: cert, TLS_KEY: key }).tls, {
      cert: fixture('cert.pem'),
      key: fixture('key.pem'),
    });
    assert.match(
      faultsOf({ TLS_CERT: cert, TLS_KEY: cert })[0] ?? '',
      /^TLS_CERT and TLS_KEY take a certificate/,
    );
    const absent = faultsOf({ TLS_CERT: cert, TLS_KEY: join(folder, 'absent.pem') });
    assert.equal(absent.length, 1);
    assert.match(absent[0] ?? '', /^TLS_KEY takes a readable PEM file.+absent\.pem"\.$/);
    for (const half of [{ TLS_CERT: cert }, { TLS_KEY: key }]) {
      assert.deepEqual(faultsOf(half), [
        'TLS_CERT and TLS_KEY belong together: set both to PEM files, or neither.',
      ]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an incomplete provider setting stops the start with one line', () => {
  const openai = { FORETYPE_ENRICHMENT_PROVIDER: 'openai', FORETYPE_ENRICHMENT_MODEL: 'small' };
  const local = { FORETYPE_OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' };
  const cases: readonly (readonly [Environment, RegExp | null])[] = [
    [{ ...openai, ...local }, null],
    [{ ...openai, OPENAI_API_KEY: 'key' }, null],
    [openai, /^OPENAI_API_KEY is mandatory with FORETYPE_ENRICHMENT_PROVIDER=openai: set it to the key, or/],
    [{ ...openai, ...local, FORETYPE_ENRICHMENT_MODEL: ' ' }, /^FORETYPE_ENRICHMENT_MODEL is mandatory with/],
    [{ FORETYPE_ENRICHMENT_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'key' }, null],
    [{ FORETYPE_ENRICHMENT_PROVIDER: 'anthropic' }, /^ANTHROPIC_API_KEY is mandatory with/],
  ];
  for (const [environment, expected] of cases) {
    const faults = faultsOf(environment);
    assert.equal(faults.length, expected === null ? 0 : 1, faults.join('\n'));
    if (expected !== null) assert.match(faults[0] ?? '', expected);
  }
});

test('anthropic without a model uses its small one and own address', () => {
  const { server } = configOf({
    FORETYPE_ENRICHMENT_PROVIDER: 'anthropic',
    ANTHROPIC_API_KEY: 'key',
  }).enrichment;
  assert.deepEqual(server, {
    name: 'anthropic',
    model: 'claude-haiku-4-5',
    baseUrl: 'https://api.anthropic.com/v1',
    apiKey: 'key',
  });
});

test('a mail server and its sender are set together', () => {
  const cases: readonly (readonly [environment: Record<string, string>, fault: RegExp])[] = [
    [{ FORETYPE_SMTP_URL: 'smtp://a:top-secret@mail.example' }, /^FORETYPE_MAIL_FROM takes the sender/],
    [{ FORETYPE_MAIL_FROM: 'a@shop.example' }, /^FORETYPE_SMTP_URL takes an address/],
    [{ FORETYPE_SMTP_URL: 'http://a:top-secret@x', FORETYPE_MAIL_FROM: 'a@b' }, /^FORETYPE_SMTP_URL/],
    [{ FORETYPE_SMTP_URL: 'smtp://x', FORETYPE_MAIL_FROM: 'a@b\nBcc: c@d' }, /^FORETYPE_MAIL_FROM/],
  ];
  for (const [environment, fault] of cases) {
    const result = loadConfig({}, environment);
    assert.ok(!result.ok);
    assert.match(result.faults.join(), fault);
    assert.doesNotMatch(result.faults.join(), /top-secret/);
  }
});
