/**
 * Reads phrases from the answer of a model. The shape is that of the prompt's schema; unambiguous deviations are read too:
 * entries keyed by their ids, names in another case. Entries that were not asked for are ignored, and so is a product with
 * two entries, since nothing says which is its own. An entry whose fields are not lists is invalid; one without a type has
 * phrases only.
 *
 * Models without a schema wrap JSON in a code fence, add text around it, leave trailing commas, or are cut off. Only complete
 * values are read, nothing is guessed, and reading is linear in the text.
 *
 * It never throws. An answer of more than 512 Ki characters counts as empty; of a list 64 phrases are read, and phrases of more than
 * 200 characters are passed over.
 */
// Tests: ./read-answer.test.ts.
import type { ProductType } from '../../../catalog/product-type.ts';
import type { ProductPhrases } from '../../phrase-generator.ts';

/** More of it is no answer to any request (chosen). */
const answerMaxLength = 512 * 1024;
/** The most that is read of a list and of a phrase; the output rules come after (chosen). */
const listMax = 64;
const phraseMaxLength = 200;

/** The phrases by product id; products without a usable entry are absent. */
export function readAnswer(text: string, idOf: ReadonlyMap<string, string>): Map<string, ProductPhrases> {
  if (text.length > answerMaxLength) return new Map();
  const whole = collectEntries(findJson(text), null, 0);
  // An answer that was cut off still contains the entries before the cut.
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

/** The confidence of a type from a model, since models do not state one. Chosen. */
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

/** The JSON document in the text; undefined if there is no complete one. */
export function findJson(text: string): unknown {
  const answer = withoutThoughts(text);
  const candidates = [
    answer,
    /```(?:json)?\s*\n([\s\S]*?)```/i.exec(answer)?.[1],
    between(answer, '{', '}'),
    between(answer, '[', ']'),
  ];
  for (const candidate of candidates) {
    const value = candidate === undefined ? undefined : parseLoosely(candidate);
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

/** Every complete object without objects inside, as in an answer that was cut off. */
export function findObjects(text: string): readonly unknown[] {
  const answer = withoutThoughts(text);
  const objects: unknown[] = [];
  let start = -1;
  let inString = false;
  for (let index = 0; index < answer.length; index++) {
    const sign = answer[index];
    if (inString) {
      if (sign === '\\') index += 1;
      // A string of JSON ends with its line at the latest.
      else if (sign === '"' || sign === '\n') inString = false;
    } else if (sign === '"') {
      inString = start !== -1;
    } else if (sign === '{') {
      start = index;
    } else if (sign === '}' && start !== -1) {
      const value = parseLoosely(answer.slice(start, index + 1));
      if (value !== undefined) objects.push(value);
      start = -1;
    }
  }
  return objects;
}

/** Removes the reasoning that some models put before their answer. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>');
  return (end === -1 ? text : text.slice(end + '</think>'.length)).trim();
}

function between(text: string, open: string, close: string): string | undefined {
  const [start, end] = [text.indexOf(open), text.lastIndexOf(close)];
  return start === -1 || end < start ? undefined : text.slice(start, end + 1);
}

/** Parses JSON, also with trailing commas. */
function parseLoosely(text: string): unknown {
  for (const read of [(same: string) => same, dropTrailingCommas]) {
    try {
      return JSON.parse(read(text));
    } catch {
      // Not this way.
    }
  }
  return undefined;
}

function dropTrailingCommas(text: string): string {
  let kept = '';
  let keptUpTo = 0;
  let comma = -1;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? '';
    if (inString) {
      if (sign === '\\') index += 1;
      else if (sign === '"') inString = false;
      continue;
    }
    if ((sign === '}' || sign === ']') && comma !== -1) {
      kept += text.slice(keptUpTo, comma);
      keptUpTo = comma + 1;
    }
    inString = sign === '"';
    if (sign === ',') comma = index;
    else if (sign.trim() !== '') comma = -1;
  }
  return kept + text.slice(keptUpTo);
}
