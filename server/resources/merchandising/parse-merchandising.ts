/**
 * Reads the rules that a merchant sends (Contract §10): checked, trimmed, otherwise as given. Every fault is reported with its place,
 * its value and what would be right. Pure. Limits: 500 rules, 100 products in a list, 20 boosts with weights 1 to 10, queries of 100
 * characters. It never looks up whether a product exists.
 */
// Tests: ./parse-merchandising.test.ts.
import { limits } from '../../../contract/limits.ts';
import { stripInvisible } from '../../../contract/visible-text.ts';
import {
  boostFields,
  type MerchandisingRule,
  type RuleInput,
  ruleMatches,
} from '../../../contract/words/merchandising.ts';
import { nameGiven, pointerTo, quote } from '../../catalog/problem.ts';
import { parseUrl } from '../../catalog/url.ts';
import type { Formats } from '../../operations/read-by-schema.ts';
import { fold } from '../../search/text/fold.ts';
import { scanWords } from '../../search/text/words.ts';
import { rankingFormats } from './ranking-settings.ts';
import { RuleFields } from './rule-fields.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const ruleFields = ['id', 'query', 'match', 'is_active', 'starts_at', 'ends_at', 'pins', 'hides', 'boosts'];

/** The formats that bodies of merchandising name. */
export const merchandisingFormats: Formats = {
  ...rankingFormats,
  'merchandising-rules': (value, { path }, report) => parseRules(value, path, new RuleFields(report)),
  'merchandising-rule': (value, { path }, report) => parseItem(value, path, new RuleFields(report)),
  'merchandising-time': (value, { path }, report) => new RuleFields(report).time(value, path),
  'answered-products'(value, { path }, report) {
    if (Array.isArray(value) && value.every((id) => typeof id === 'string')) return value;
    const message = '"unknown_products" takes the list of ids of an earlier answer, or is left out.';
    report(path, 'type_invalid', message);
    return value;
  },
  'answered-cursor'(value, { path }, report) {
    if (value === null) return value;
    const message = `"next_cursor" takes null, as in answers, or is left out, got ${quote(value)}.`;
    report(path, 'type_invalid', message);
    return value;
  },
};

function parseRules(value: unknown, listPath: string, fields: RuleFields): RuleInput[] {
  if (!Array.isArray(value)) {
    fields.report(listPath, 'type_invalid', `"rules" takes a list of rules, got ${nameGiven(value)}.`);
    return [];
  }
  if (value.length > limits.merchandisingRules) {
    const message = `A store takes at most ${limits.merchandisingRules} rules, got ${value.length}.`;
    fields.report(listPath, 'rules_too_many', message);
    return [];
  }
  const pathById = new Map<string, string>();
  return value.flatMap((item: unknown, index) => {
    const path = `${listPath}/${index}`;
    const rule = parseItem(item, path, fields);
    if (rule === null) return [];
    if (rule.id === undefined) return [rule];
    const same = pathById.get(rule.id);
    if (same !== undefined) {
      fields.report(
        `${path}/id`,
        'id_repeated',
        `${quote(rule.id)} is the id of ${same} too; give each its own.`,
      );
    }
    pathById.set(rule.id, same ?? path);
    return [rule];
  });
}

function parseItem(value: unknown, path: string, fields: RuleFields): RuleInput | null {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return parseRule(value as JsonObject, path, fields);
  fields.report(path, 'rule_invalid', `A rule is an object, got ${nameGiven(value)}.`);
  return null;
}

function parseRule(value: JsonObject, path: string, fields: RuleFields): RuleInput {
  const faultsBefore = fields.faultCount;
  fields.refuseOthers(value, { what: 'A rule', known: [...ruleFields, 'redirect'], path });
  const match = fields.choice(value.match, `${path}/match`, ruleMatches) ?? 'exact';
  const startsAt = fields.time(value.starts_at, `${path}/starts_at`);
  const endsAt = fields.time(value.ends_at, `${path}/ends_at`);
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) {
    const message = `"ends_at" takes a time after "starts_at" (${startsAt}), got ${endsAt}.`;
    fields.report(`${path}/ends_at`, 'time_invalid', message);
  }
  const pins = fields.externalIds(value.pins, `${path}/pins`);
  const hides = fields.externalIds(value.hides, `${path}/hides`);
  for (const [index, id] of hides.entries()) {
    if (!pins.includes(id)) continue;
    const message = `${quote(id)} is pinned by the same rule; a product is either on top or hidden.`;
    fields.report(`${path}/hides/${index}`, 'product_repeated', message);
  }
  const id = fields.id(value.id, `${path}/id`);
  const rule = {
    ...(id !== null && { id }),
    query: parseQuery(value.query, `${path}/query`, match, fields),
    match,
    is_active: fields.flag(value.is_active, `${path}/is_active`),
    starts_at: startsAt,
    ends_at: endsAt,
    pins,
    hides,
    boosts: parseBoosts(value.boosts, `${path}/boosts`, fields),
    redirect: parseRedirect(value.redirect, `${path}/redirect`, fields),
  };
  const isEmpty = pins.length + hides.length + rule.boosts.length === 0 && rule.redirect === null;
  // A fault may be the reason why it does nothing: then only the fault is reported.
  if (isEmpty && fields.faultCount === faultsBefore) {
    const message = 'A rule pins, hides or boosts a product, or redirects; this one does nothing.';
    fields.report(path, 'rule_empty', message);
  }
  return rule;
}

function parseQuery(
  value: unknown,
  path: string,
  match: MerchandisingRule['match'],
  fields: RuleFields,
): string {
  const given = fields.text(value, path, limits.queryMaxLength);
  if (given === null) return '';
  const text = stripInvisible(given);
  const hasWords = scanWords(fold(text)).length > 0;
  if (hasWords || (text === '' && match === 'exact')) return text;
  const takes = match === 'exact' ? ', or nothing for the empty box' : '';
  fields.report(
    path,
    'query_invalid',
    `"query" takes at least one letter or digit${takes}, got ${quote(text)}.`,
  );
  return '';
}

function parseBoosts(value: unknown, path: string, fields: RuleFields): MerchandisingRule['boosts'] {
  return fields.list(value, path, limits.merchandisingBoosts).flatMap(([item, at]) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      fields.report(at, 'type_invalid', `A boost is an object, got ${nameGiven(item)}.`);
      return [];
    }
    const boost = item as JsonObject;
    fields.refuseOthers(boost, { what: 'A boost', known: ['field', 'value', 'weight'], path: at });
    const field = fields.choice(boost.field, `${at}/field`, boostFields);
    const max = field === 'external_id' ? limits.externalIdMaxLength : limits.fieldMaxLength;
    const text = fields.text(boost.value, `${at}/value`, max);
    if (text === '' || (field === 'category' && text !== null && /^[\s>]*$/.test(text))) {
      fields.report(
        `${at}/value`,
        'value_empty',
        'A boost takes the brand, category or id to lift, got nothing.',
      );
    }
    const weight = fields.wholeNumber(boost.weight, `${at}/weight`, limits.merchandisingWeightMax);
    return field === null || text === null || weight === null ? [] : [{ field, value: text, weight }];
  });
}

function parseRedirect(value: unknown, path: string, fields: RuleFields): MerchandisingRule['redirect'] {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    fields.report(
      path,
      'type_invalid',
      `"redirect" takes { "title", "url" } or null, got ${nameGiven(value)}.`,
    );
    return null;
  }
  const redirect = value as JsonObject;
  fields.refuseOthers(redirect, { what: 'A redirect', known: ['title', 'url'], path });
  const given = fields.text(redirect.title, `${path}/title`, limits.fieldMaxLength);
  const title = given === null ? null : stripInvisible(given);
  if (title === '')
    fields.report(`${path}/title`, 'title_empty', 'A redirect takes the words that are shown.');
  const url = parseUrl(redirect.url);
  if (url === null) {
    const message = `"url" takes an absolute http or https address, got ${quote(redirect.url)}.`;
    fields.report(pointerTo(path, 'url'), 'url_invalid', message);
  }
  return title === null || url === null ? null : { title, url };
}
