/**
 * Parses the rules that a merchant sends; every fault is named with its place. Pure; it never corrects a value. A collection has 1 to
 * 20 conditions; texts have at most 255 characters, ages 36,500 days.
 */
// Tests: test/api/collections.test.ts.
import { limits } from '../../../contract/limits.ts';
import { type CollectionRules, conditionFields } from '../../../contract/words/collections.ts';
import { quote } from '../../catalog/problem.ts';
import type { Report } from '../../errors.ts';
import { isObject, parseCondition, reportUnknown } from '../../merchandising/conditions/parse-condition.ts';

/** Null where anything is wrong, which was reported then. */
export function parseRules(value: unknown, report: Report): CollectionRules | null {
  const path = '/rules';
  if (!isObject(value)) {
    const message = `"rules" takes { "match": "all" or "any", "conditions": [ … ] }; got ${quote(value)}.`;
    report(path, 'rules_invalid', message);
    return null;
  }
  reportUnknown(value, ['match', 'conditions'], { path, code: 'rules_invalid', what: '"rules"' }, report);
  const { match, conditions } = value;
  if (match !== 'all' && match !== 'any') {
    report(`${path}/match`, 'match_invalid', `"match" takes "all" or "any"; got ${quote(match)}.`);
  }
  const list = Array.isArray(conditions) ? (conditions as readonly unknown[]) : [];
  if (list.length === 0 || list.length > limits.collectionConditions) {
    const got = Array.isArray(conditions) ? `a list of ${list.length}` : quote(conditions);
    const message = `"conditions" takes a list of 1 to ${limits.collectionConditions} conditions; got ${got}.`;
    report(`${path}/conditions`, 'conditions_invalid', message);
    return null;
  }
  const parsed = list.map((item, index) =>
    parseCondition(item, `${path}/conditions/${index}`, conditionFields, report),
  );
  const known = parsed.filter((condition) => condition !== null);
  if (match !== 'all' && match !== 'any') return null;
  return known.length === parsed.length ? { match, conditions: known } : null;
}
