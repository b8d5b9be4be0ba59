/**
 * Doors that are functions: readers of documents, files, rows, queries, bodies, settings and arguments, which take any input and give
 * a value or an error of ours. A defect is thrown as it is. Readers work in this process and store nothing; an input has no limit but
 * memory. The caller names the seed of a defect.
 */
import { pick, type Random } from '../../../bench/random.ts';
import { collectionOperations } from '../../../contract/collections.ts';
import { feedOperations } from '../../../contract/feeds.ts';
import { synonymOperations } from '../../../contract/synonyms.ts';
import { documentFormats } from '../../../contract/words/feeds.ts';
import { createCsvReader } from '../../../csv/csv-reader.ts';
import { detectLayout } from '../../../csv/detect-layout.ts';
import { parseArguments, UsageError } from '../../../server/cli/command.ts';
import { commands } from '../../../server/cli/program.ts';
import { AppError } from '../../../server/errors.ts';
import { readKeystroke, readKeystrokeAddress } from '../../../server/http/keystroke/keystroke-query.ts';
import { finish } from '../../../server/ingest/in-slices.ts';
import { bodySlices } from '../../../server/ingest/json-body.ts';
import { prepareRows } from '../../../server/ingest/prepare-rows.ts';
import { readBody } from '../../../server/operations/run-operation.ts';
import { collectionFormats } from '../../../server/resources/collections/collection-formats.ts';
import { feedBodyFormats } from '../../../server/resources/feeds/feed-formats.ts';
import { toFeedSettings } from '../../../server/resources/feeds/feed-settings.ts';
import { synonymFormats } from '../../../server/resources/synonyms/parse-synonyms.ts';
import { loadConfig } from '../../../server/settings/config.ts';
import { indexOf, noSignals, productDocument } from '../../search/documents.ts';
import { documentOf } from '../hostile-documents.ts';
import { readDocument } from '../read-document.ts';
import { hostileJson, hostileText, hostileValue, mutate } from './malformed-text.ts';

/** Gives a door one malformed input. Throws where the door does not stand it. */
export type ReaderDoor = (random: Random) => void;

const context = { currency: 'USD', locale: 'en' };
const grant = {
  kind: 'secret' as const,
  storeId: 's',
  keyId: 'k',
  keyName: 'K',
  hint: 'K',
  expiresAt: null,
  allowedOrigins: new Set<string>(),
};

/** Checks that all that a door throws is an error of ours. */
function expectOwn(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError || error instanceof UsageError)) throw error;
  }
}

const feeds: Readonly<Record<string, ReaderDoor>> = Object.fromEntries(
  documentFormats.map((format): [string, ReaderDoor] => {
    const whole = documentOf(format);
    return [
      `feeds of ${format}`,
      (random) => {
        // A small document has its faults where they are met.
        const short = whole.subarray(0, 600 + Math.floor(random() * (whole.length - 600)));
        const bytes = mutate(random() < 0.5 ? short : whole, random);
        const cut = Math.floor(random() * bytes.length);
        const { rows } = readDocument(format, bytes, { cuts: [cut] });
        prepareRows(rows, context);
      },
    ];
  }),
);

const csvFile = documentOf('csv');

function readFile(random: Random): void {
  const bytes = mutate(csvFile.subarray(0, 200 + Math.floor(random() * 1_500)), random);
  const found = detectLayout(bytes, {}, { isWhole: true });
  if (!found.ok) return;
  const reader = createCsvReader(found.layout, { nowMs: 1_763_683_200_000 });
  const cut = Math.floor(random() * bytes.length);
  const rows = [...reader.read(bytes.subarray(0, cut)), ...reader.read(bytes.subarray(cut)), ...reader.end()];
  prepareRows(
    rows.map(({ row, line, value }) => ({ row, line, value })),
    context,
  );
}

const fields = [
  'external_id',
  'title',
  'price',
  'url',
  'category',
  'in_stock',
  'currency',
  'attributes',
  'images',
];
const validProduct = { external_id: 'a', title: 'Desk lamp', price: 12.9, url: 'https://shop.example/p' };

function readRows(random: Random): void {
  const products = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    ...validProduct,
    [pick(fields, random)]: hostileValue(random),
    [hostileText(random)]: hostileValue(random),
  }));
  const text = Buffer.from(hostileJson({ products }, random));
  expectOwn(() => prepareRows(finish(bodySlices(random() < 0.5 ? text : mutate(text, random))), context));
}

const titles = [
  'Desk lamp',
  'Walnut desk lamp',
  'Red chair 40 cm',
  'Größe 42 Schuh',
  'ワイヤレス イヤホン',
  'Sofa',
];
const index = indexOf(titles.map((title, number) => productDocument(`p${number}`, { title })));

function askQuery(random: Random): void {
  const title = Buffer.from(pick(titles, random));
  const text = random() < 0.5 ? mutate(title, random).toString() : hostileText(random);
  const encoded = random() < 0.9 ? encodeURIComponent(text.toWellFormed()) : text;
  const address = `/api/v1/autocomplete?q=${encoded}&limit=${random() < 0.8 ? 8 : hostileText(random)}`;
  expectOwn(() => {
    const parameters = readKeystrokeAddress(address) ?? { q: text };
    const { query, limit } = readKeystroke(parameters, grant);
    index.search(query, limit, noSignals);
  });
}

const bodies: readonly ((body: Readonly<Record<string, unknown>>) => unknown)[] = [
  (body) => readBody(body, synonymOperations.replaceSynonyms.body, synonymFormats, (read) => read),
  (body) => readBody(body, collectionOperations.createCollection.body, collectionFormats, (read) => read),
  (body) =>
    readBody(
      body,
      feedOperations.registerFeed.body,
      feedBodyFormats({ allowPrivate: false }),
      (read, report) =>
        toFeedSettings(read as Parameters<typeof toFeedSettings>[0], { allowPrivate: false }, report),
    ),
];
const bodyFields = [
  ...[
    'synonyms',
    'terms',
    'common',
    'title',
    'slug',
    'rules',
    'match',
    'conditions',
    'name',
    'feed_url',
    'sort',
  ],
  ...['feed_format', 'refresh_interval', 'auth_type', 'auth_secret', 'max_removal_percent', 'is_active'],
];

function readSomeBody(random: Random): void {
  const body = Object.fromEntries(bodyFields.map((name) => [name, hostileValue(random)]));
  const rules = {
    match: 'all',
    conditions: [{ field: 'price', op: 'at_least', value: hostileValue(random) }],
  };
  expectOwn(() => pick(bodies, random)(random() < 0.5 ? body : { ...body, title: 'T', rules }));
}

function readArguments(random: Random): void {
  const command = pick(commands, random);
  const options = Object.keys(command.options).map((name) => `--${name}`);
  const words = Array.from({ length: Math.floor(random() * 6) }, () =>
    random() < 0.5 && options.length > 0 ? pick(options, random) : hostileText(random),
  );
  expectOwn(() => parseArguments(command, words));
}

const settings = [
  ...['PORT', 'HOST', 'DATABASE_URL', 'FORETYPE_DATA', 'FORETYPE_ROLE', 'FORETYPE_TRUST_PROXY', 'LOG_LEVEL'],
  ...[
    'FORETYPE_SECRET_KEY',
    'FORETYPE_PUBLIC_URL',
    'FORETYPE_ENRICHMENT_RPM',
    'FORETYPE_DATABASE_CONNECTIONS',
    'FORETYPE_DEMO',
  ],
];

function readSettings(random: Random): void {
  const environment = Object.fromEntries(
    settings.filter(() => random() < 0.3).map((name) => [name, hostileText(random)]),
  );
  loadConfig({ role: random() < 0.2 ? hostileText(random) : undefined }, environment);
}

/** The readers by name. */
export const readerDoors: Readonly<Record<string, ReaderDoor>> = {
  ...feeds,
  'CSV files': readFile,
  'rows of JSON': readRows,
  queries: askQuery,
  'bodies of settings': readSomeBody,
  'arguments of commands': readArguments,
  'environment variables': readSettings,
};
