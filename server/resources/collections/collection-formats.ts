/**
 * The formats that bodies of collections name: rules and slugs. They throw nothing: a wrong value is reported with its place. A slug
 * has at most 80 characters.
 */
// Tests: test/api/collections.test.ts.
import { limits } from '../../../contract/limits.ts';
import { reservedSlugs, slugPattern } from '../../../contract/words/collections.ts';
import { quote } from '../../catalog/problem.ts';
import type { Formats } from '../../operations/read-by-schema.ts';
import { parseRules } from './parse-rules.ts';

const slugs = new RegExp(slugPattern);

/** Readers by the names of formats. */
export const collectionFormats: Formats = {
  'collection-rules': (value, _place, report) => parseRules(value, report),
  'collection-slug'(value, { path }, report) {
    const isOne = typeof value === 'string' && slugs.test(value);
    if (isOne && value.length <= limits.collectionSlugMaxLength && !reservedSlugs.includes(value))
      return value;
    const message = `"slug" takes small letters and digits with single hyphens between them, at most ${limits.collectionSlugMaxLength}, such as summer-shoes, and none of ${reservedSlugs.join(', ')}; got ${quote(value)}.`;
    report(path, 'slug_invalid', message);
    return value;
  },
};
