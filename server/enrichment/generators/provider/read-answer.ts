/**
 * Phrases out of what a model said. The shape is that of the prompt's schema; near misses that can only mean one
 * thing are read too: entries keyed by their ids, names in another case. Entries that were not asked for are left alone, and so
 * is a product that has two: which is its own is not known. An entry with anything but lists is none; one without a type
 * has phrases alone.
 */
import type { ProductType } from '../../../catalog/product-type.ts';
import type { ProductPhrases } from '../../phrase-generator.ts';
import { findJson, findObjects } from './json-in-text.ts';

/** More of it is no answer to any request (chosen). */
const answerMaxLength = 512 * 1024;
/** What is read of a list and of a phrase; the output rules come after (chosen). */
const listMax = 64;
const phraseMaxLength = 200;

/** By product id; products without a usable entry are absent. */
export function readAnswer(text: string, idOf: ReadonlyMap<string, string>): Map<string, ProductPhrases> {
  if (text.length > answerMaxLength) return new Map();
  const whole = collectEntries(findJson(text), null, 0);
  // An answer that broke off still holds the entries before the break.
  const entries = whole.length > 0 ? whole : collectEntries(findObjects(text), null, 0);
  const found = Map.groupBy(entries, ({ token }) => token.trim());
  const phrases = new Map<string, ProductPhrases>();
  for (const [token, id] of idOf) {
    const [entry, ...others] = found.get(token) ?? [];
    if (entry === undefined || others.length > 0) continue;
    const { suggestionPhrases, searchPhrases, type } = entry;
    if (suggestionPhrases.length + searchPhrases.length > 0)
      phrases.set(id, { suggestionPhrases, searchPhrases, type });
  }
  return phrases;
}

interface Entry extends ProductPhrases {
  readonly token: string;
}

/** Every entry in the document; `name` is the key that leads to the value. */
function collectEntries(value: unknown, name: string | null, depth: number): readonly Entry[] {
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  if (Array.isArray(value)) return value.flatMap((element) => collectEntries(element, null, depth + 1));
  const fields = new Map(
    Object.entries(value).map(([key, field]) => [key.toLowerCase().replace(/[^a-z]/g, ''), field]),
  );
  if (!fields.has('suggestionphrases') && !fields.has('searchphrases')) {
    return Object.entries(value).flatMap(([key, field]) => collectEntries(field, key, depth + 1));
  }
  const id: unknown = fields.get('id') ?? name;
  const suggestionPhrases = readList(fields.get('suggestionphrases'));
  const searchPhrases = readList(fields.get('searchphrases'));
  if (typeof id !== 'string' || suggestionPhrases === null || searchPhrases === null) return [];
  return [{ token: id, suggestionPhrases, searchPhrases, type: readType(fields) }];
}

/** How sure a model's word is, which says nothing of that itself. Chosen. */
const modelConfidence = 0.8;

/** Null where there is none, or what stands there is no name. */
function readType(fields: ReadonlyMap<string, unknown>): ProductType | null {
  const [name] = readList([fields.get('type')]) ?? [];
  if (name === undefined) return null;
  return {
    ...{ name, otherNames: readList(fields.get('typesynonyms')) ?? [], confidence: modelConfidence },
    evidence: [{ source: 'provider', text: name }],
  };
}

/** Texts of a list, none where there is no list; null for anything else. */
function readList(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return null;
  return value
    .filter((element) => typeof element === 'string')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '' && phrase.length <= phraseMaxLength)
    .slice(0, listMax);
}
