/** Says which fields of a page the widget binds, and how to bind another one. Pure. */
// Tests: ./judge-page.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { ShopCheck, ShopFinding } from '../../../contract/shop-check.ts';
import { defaultTarget } from '../../../contract/words/widget.ts';
import { finding } from './finding.ts';
import type { Tag } from './html-tags.ts';
import type { ShopLine, ShopPage } from './read-page.ts';
import { readTarget, type Target } from './target-rule.ts';

/** The selector of a line, with what it binds. */
export interface LineTarget {
  readonly text: string;
  readonly binds: Target;
}

/** Reads the selector of the line; without a line it is the usual one. */
export function targetOf(line: ShopLine | undefined): LineTarget {
  const text = line?.attributes.get('data-target') || defaultTarget;
  return { text, binds: readTarget(text) };
}

/** The fields as the answer lists them. */
export function presentFields({ fields }: ShopPage, { binds }: LineTarget): ShopCheck['inputs'] {
  return fields.slice(0, limits.shopCheckInputs).map((tag) => ({
    kind: tag.name === 'textarea' ? 'textarea' : shorten(tag.attributes.get('type')) || 'text',
    id: shorten(tag.attributes.get('id')),
    name: shorten(tag.attributes.get('name')),
    placeholder: shorten(tag.attributes.get('placeholder') ?? tag.attributes.get('aria-label')),
    is_bound: binds(tag),
  }));
}

function shorten(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value.slice(0, limits.fieldMaxLength);
}

/** The findings about the fields. */
export function judgeFields(page: ShopPage, { text, binds }: LineTarget): ShopFinding[] {
  const { fields, lines, hasMoreFields } = page;
  const answers = fields.map(binds);
  const bound = answers.filter((answer) => answer === true).length;
  if (bound > 0) {
    const boxes = bound === 1 ? 'one search box' : `${bound} search boxes`;
    return [
      finding('good', 'inputs_bound', `The widget ${lines.length === 0 ? 'would find' : 'finds'} ${boxes}.`),
    ];
  }
  if (answers.includes(null)) {
    const message = `Only a browser can say what data-target="${text.slice(0, 100)}" selects. Open the page and try its search box.`;
    return [finding('warning', 'inputs_unknown', message)];
  }
  if (hasMoreFields) {
    const message = `The page has more than ${fields.length} fields, and only the first ones were looked at. Open the page and try its search box.`;
    return [finding('warning', 'inputs_unknown', message)];
  }
  const likely = fields.find(isLikelySearch);
  if (likely !== undefined) {
    const message =
      'The widget finds no search box, but one field looks like it. Add this attribute to the line:';
    return [finding('problem', 'inputs_unbound', message, `data-target="${selectorOf(likely)}"`)];
  }
  const message =
    'The page has no search box that the widget finds. If a script of the page adds it later, the widget finds it then. Otherwise give your search box type="search", or this attribute:';
  return [finding('warning', 'inputs_none', message, 'data-widget-search')];
}

/** Names that shops give to their search boxes. */
const searchName =
  /^(?:q|s|k|w|wd|kw|query|keywords?|term|text)$|search|such|cerca|busca|buscar|recherche|zoek|arama/i;

function isLikelySearch({ attributes }: Tag): boolean {
  const named = ['name', 'id', 'role', 'class'].some((key) =>
    (attributes.get(key) ?? '').split(/\s+/).some((word) => searchName.test(word)),
  );
  return named || searchName.test(attributes.get('placeholder') ?? '');
}

/** A selector of the field, to stand within double quotes. */
function selectorOf({ name, attributes }: Tag): string {
  const [id, field] = [attributes.get('id') ?? '', attributes.get('name') ?? ''];
  if (isShort(id) && /^[a-z][\w-]*$/i.test(id)) return `#${id}`;
  return isShort(field) && /^[\w-]+$/.test(field) ? `${name}[name='${field}']` : `${name}[type='text']`;
}

/** Only a short selector is read again. */
function isShort(word: string): boolean {
  return word.length <= limits.fieldMaxLength;
}
