/** From what a merchant says of a collection to its settings; every fault is named. */

import { limits } from '../../contract/limits.ts';
import { collectionSorts, reservedSlugs, slugPattern } from '../../contract/words/collections.ts';
import { quote } from '../catalog/problem.ts';
import { hasForbiddenCharacters, isLongerThan, toLines, toOneLine } from '../catalog/text.ts';
import { reportUnknown } from '../catalog/unknown-fields.ts';
import { Faults, type Report } from '../errors.ts';
import type { Collection } from '../storage/collections.ts';
import { parseRules } from './parse-rules.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What merchants decide of a collection. */
export type CollectionSettings = Pick<
  Collection,
  'slug' | 'title' | 'description' | 'rules' | 'sort' | 'isActive'
>;

/** A new collection; without a slug one is made of the title. */
export type NewCollectionSettings = Omit<CollectionSettings, 'slug'> & { readonly slug: string | null };

const known = ['title', 'slug', 'description', 'rules', 'sort', 'is_active'];
const slugs = new RegExp(slugPattern);

/** Title and rules are needed, the rest has defaults. Throws `validation_failed` with every fault. */
export function parseNewCollection(body: JsonObject): NewCollectionSettings {
  const settings = parse({ title: null, rules: null, ...body });
  const { title = '', rules } = settings;
  if (rules === undefined) throw new Error('rules without a fault are there');
  return { slug: null, description: '', sort: 'title', isActive: true, ...settings, title, rules };
}

/** The settings that a change names. Throws `validation_failed` with every fault. */
export function parseCollectionPatch(body: JsonObject): Partial<CollectionSettings> {
  return parse(body);
}

/** Rules that are to be tried. Throws `validation_failed` with every fault. */
export function parsePreview(body: JsonObject): CollectionSettings['rules'] {
  const faults = new Faults();
  const { report } = faults;
  reportUnknown(body, { what: 'A preview', known: ['rules'] }, report);
  const rules = parseRules(body.rules, report);
  faults.refuse();
  if (rules === null) throw new Error('rules without a fault are there');
  return rules;
}

function parse(body: JsonObject): Partial<CollectionSettings> {
  const faults = new Faults();
  const { report } = faults;
  reportUnknown(body, { what: 'A collection', known }, report);
  const has = (name: string) => body[name] !== undefined;
  const rules = has('rules') ? parseRules(body.rules, report) : null;
  const settings = {
    ...(has('title') ? { title: parseTitle(body.title, report) } : {}),
    ...(has('slug') ? { slug: parseSlug(body.slug, report) } : {}),
    ...(has('description') ? { description: parseDescription(body.description, report) } : {}),
    ...(rules === null ? {} : { rules }),
    ...(has('sort') ? { sort: parseSort(body.sort, report) } : {}),
    ...(has('is_active') ? { isActive: parseActive(body.is_active, report) } : {}),
  };
  faults.refuse();
  return settings;
}

function parseTitle(value: unknown, report: Report): string {
  const title = typeof value === 'string' && !hasForbiddenCharacters(value) ? toOneLine(value) : '';
  if (title !== '' && !isLongerThan(title, limits.fieldMaxLength)) return title;
  const message = `"title" takes text of 1 to ${limits.fieldMaxLength} characters, without control characters; got ${quote(value)}.`;
  report('/title', 'title_invalid', message);
  return '';
}

function parseSlug(value: unknown, report: Report): string {
  const isOne = typeof value === 'string' && slugs.test(value);
  if (isOne && value.length <= limits.collectionSlugMaxLength && !reservedSlugs.includes(value)) return value;
  const message = `"slug" takes small letters and digits with single hyphens between them, at most ${limits.collectionSlugMaxLength}, such as summer-shoes, and none of ${reservedSlugs.join(', ')}; got ${quote(value)}.`;
  report('/slug', 'slug_invalid', message);
  return '';
}

/** Null is none. */
function parseDescription(value: unknown, report: Report): string {
  if (value === null) return '';
  const most = limits.collectionDescriptionMaxLength;
  if (typeof value === 'string' && !hasForbiddenCharacters(value) && !isLongerThan(value, most)) {
    return toLines(value);
  }
  const message = `"description" takes text of at most ${most} characters, without control characters, or null for none; got ${quote(value)}.`;
  report('/description', 'description_invalid', message);
  return '';
}

function parseSort(value: unknown, report: Report): CollectionSettings['sort'] {
  const sort = collectionSorts.find((name) => name === value);
  if (sort !== undefined) return sort;
  report('/sort', 'sort_invalid', `"sort" takes ${collectionSorts.join(', ')}; got ${quote(value)}.`);
  return 'title';
}

function parseActive(value: unknown, report: Report): boolean {
  if (typeof value !== 'boolean') {
    report('/is_active', 'is_active_invalid', `"is_active" takes true or false; got ${quote(value)}.`);
  }
  return value === true;
}
