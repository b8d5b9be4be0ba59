/**
 * Malformed inputs of every kind, made from whole ones and from nothing, the same for the same random numbers. Values go at most 3
 * levels deep, but for texts that are nested on purpose. It sends nothing; every input it makes is bad on purpose, so nothing here is
 * an error.
 */
import { pick, type Random } from '../../../bench/random.ts';

/** Texts that have broken programs before, as they are. */
const hostileTexts: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    '\uD800',
    '\uFEFF',
    '\u202E',
    '\u001b[31m',
    '😀',
    'ﬁ',
    'İ',
    '\r\n',
    '"',
    "'",
    '`',
    '\\',
  ],
  ...['%', '%00', '%C3%28', '..', '../../etc/passwd', '/', '?', '#', '&', '=', '~', '*', '(', '{', '[', '<'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'true',
    '-0',
    '1e999',
    '-1',
    '0x10',
  ],
  ...[
    '9007199254740993',
    '١٢٣',
    "'; drop table products; --",
    '<script>',
    '&#x0;',
    '&amp',
    ']]>',
    '<!--',
    '<![CDATA[',
  ],
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '=1+1', 'a'.repeat(300), 'é'.repeat(101), 'x'.repeat(5_000)],
  ...[
    'javascript:alert(1)',
    'https://[::1',
    'https://user:pw@127.0.0.1:1/',
    'http://127.0.0.1:1/',
    '2026-13-45',
  ],
  ...[
    '019bf3a0-0000-7000-8000-000000000000',
    'ft_sk_',
    'Bearer',
    'YQ',
    'Lw',
    '1.299,00 EUR',
    '12,90',
    'lamp',
  ],
];

/** One of the texts, or a few characters of all of Unicode. */
export function hostileText(random: Random): string {
  if (random() < 0.7) return pick(hostileTexts, random);
  const length = Math.floor(random() * 12);
  return Array.from({ length }, () => String.fromCodePoint(codePoint(random))).join('');
}

function codePoint(random: Random): number {
  const ranges = [0x20, 0x80, 0x250, 0x3000, 0x10000, 0x110000] as const;
  return Math.floor(random() * pick(ranges, random));
}

/** Any value that JSON has, seldom deep. */
export function hostileValue(random: Random, depth = 0): unknown {
  const chance = random();
  if (chance < 0.5) return hostileText(random);
  if (chance < 0.7) return pick([0, -1, 1.5, 1e308, 2 ** 53, -0, 12.9, 4_294_967_296], random);
  if (chance < 0.8) return pick([true, false, null], random);
  if (depth > 3) return null;
  const length = Math.floor(random() * 4);
  const items = Array.from({ length }, () => hostileValue(random, depth + 1));
  return chance < 0.9 ? items : Object.fromEntries(items.map((item) => [hostileText(random), item]));
}

/** JSON text of the value; now and then nested far deeper than anybody would. */
export function hostileJson(value: unknown, random: Random): string {
  if (random() < 0.01) {
    const depth = pick([65, 1_000, 20_000], random);
    return random() < 0.5 ? '['.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** The bytes with one to eight faults: flipped, taken out, doubled, exchanged, broken off, or texts put in. */
export function mutate(bytes: Uint8Array, random: Random): Buffer {
  let mutated: Buffer = Buffer.from(bytes);
  const faults = 1 + Math.floor(random() ** 2 * 8);
  for (let fault = 0; fault < faults; fault += 1) mutated = faulty(mutated, random);
  return mutated;
}

function faulty(bytes: Buffer, random: Random): Buffer {
  const at = Math.floor(random() * (bytes.length + 1));
  const to = Math.min(bytes.length, at + 1 + Math.floor(random() ** 3 * 200));
  const chance = random();
  if (chance < 0.25) {
    const flipped = Buffer.from(bytes);
    if (at < bytes.length) flipped[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    return flipped;
  }
  if (chance < 0.35) return bytes.subarray(0, at);
  if (chance < 0.5) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
  if (chance < 0.65) return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
  if (chance < 0.7) return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]);
  const inserted = chance < 0.95 ? Buffer.from(hostileText(random)) : Buffer.from([0xff, 0xfe, 0xc0, 0x80]);
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(random() < 0.5 ? at : to)]);
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
}

const usualTexts = ['a', 'lamp', 'https://shop.example/p', 'EUR', '12.90', '2026-11-21'];

/** How a value is made of a schema. */
export interface NearlyValid {
  readonly random: Random;
  /** The texts that stand where the schema takes any text. */
  readonly texts?: readonly string[];
  /** The part of all values that are hostile instead. */
  readonly hostile?: number;
}

/** A value that the schema nearly describes: most of it right, some of it hostile. */
export function nearlyValid(schema: unknown, making: NearlyValid, depth = 0): unknown {
  const { random, texts = usualTexts, hostile = 0.08 } = making;
  if (!isSchema(schema) || random() < hostile || depth > 5) return hostileValue(random, depth);
  const { anyOf, properties, items } = schema;
  if (schema.enum !== undefined) return pick(schema.enum, random);
  if ('const' in schema) return schema.const;
  if (anyOf !== undefined) return nearlyValid(pick(anyOf, random), making, depth);
  if (properties !== undefined) {
    const fields = Object.entries(properties).filter(() => random() < 0.8);
    const further = random() < hostile ? [[hostileText(random), hostileValue(random)] as const] : [];
    const values = fields.map(([name, field]) => [name, nearlyValid(field, making, depth + 1)] as const);
    return Object.fromEntries([...values, ...further]);
  }
  if (items !== undefined) {
    return Array.from({ length: Math.floor(random() * 4) }, () => nearlyValid(items, making, depth + 1));
  }
  const type = Array.isArray(schema.type) ? pick(schema.type, random) : schema.type;
  if (type === 'integer') return Math.floor(random() * 100);
  if (type === 'number') return random() * 100;
  if (type === 'boolean') return random() < 0.5;
  return type === 'string' ? pick(texts, random) : hostileValue(random);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
