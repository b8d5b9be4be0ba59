import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { defaultTarget } from '../../../contract/words/widget.ts';
import { readTags } from './html-tags.ts';
import { readTarget } from './target-rule.ts';

function bound(selector: string, html: string): boolean | null {
  const [tag] = [...readTags(html)];
  assert.ok(tag !== undefined, html);
  return readTarget(selector)(tag);
}

test('the usual rule binds search boxes and marked fields', () => {
  assert.equal(bound(defaultTarget, '<input type="SEARCH">'), true);
  assert.equal(bound(defaultTarget, '<input name=q>'), false);
  assert.equal(bound(defaultTarget, '<input name=q data-widget-search>'), true);
  assert.equal(bound(defaultTarget, '<textarea data-widget-search></textarea>'), true);
  assert.equal(bound(defaultTarget, '<div data-widget-search>'), false);
});

test('selectors of one element are understood', () => {
  const field = '<input id="q" class="box wide" name="search-field" title="a, b]">';
  for (const selector of [
    ...[
      '#q',
      '.wide',
      'input',
      '*',
      'INPUT#q.box',
      'a, #q',
      '[name]',
      '[title="a, b]"]',
      "[name='search-field']",
    ],
    ...[
      '[name^=search]',
      '[name$=field]',
      '[name*="-"]',
      '[name|=search]',
      '[class~=wide]',
      '[name="SEARCH-FIELD" i]',
    ],
  ]) {
    assert.equal(bound(selector, field), true, selector);
  }
  for (const selector of [
    '#Q',
    '.wid',
    'textarea',
    '[title=a]',
    '[name^=""]',
    '[class~=bo]',
    '[name|=searc]',
  ]) {
    assert.equal(bound(selector, field), false, selector);
  }
});

test('a selector that needs the page’s tree stays open', () => {
  for (const selector of [
    'form input',
    'header > #q',
    ':is(#q)',
    '#q:not(.x)',
    '[',
    '#',
    '[name=]',
    'a | b',
    ':not(a, input, b)',
    '[title="a\\", input, "b"]',
    '"a, input',
  ]) {
    assert.equal(bound(selector, '<input id=x>'), null, selector);
  }
  assert.equal(bound('form input, #x', '<input id=x>'), true, 'one that is understood suffices');
});

test('any selector is answered', () => {
  const piece = fc.constantFrom('[', ']', '"', "'", ',', '#', '.', '=', 'a', ' ', '\\', 'name');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      bound(pieces.join(''), '<input name="a" id=a>');
    }),
  );
});

/** How many characters are read to understand a selector. */
function readsOf(selector: string): number {
  let reads = 0;
  const get = (characters: string[], key: string | symbol) => {
    if (key !== 'length') reads += 1;
    return Reflect.get(characters, key);
  };
  readTarget(new Proxy([...selector], { get }));
  return reads;
}

test('a selector is read in linear time', () => {
  const piece = fc.constantFrom('[', ']', '(', '"', "'", ',', '#', '.', '=', 'a', ' ', '\\', '[a="', '[a]');
  const most = limits.shopCheckTargetMaxLength;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
      const selector = pieces.join('').repeat(most).slice(0, most);
      assert.ok(readsOf(selector) <= 12 * most, `${selector.slice(0, 20)}: ${readsOf(selector)}`);
    }),
  );
});

test('a long selector or value is left to a browser', () => {
  const { shopCheckTargetMaxLength: most, shopCheckValueMaxLength: valueMost } = limits;
  const padded = (length: number) => '#x,#y'.padStart(length, ' ');
  assert.equal(bound(padded(most), '<input id=x>'), true);
  assert.equal(bound(padded(most + 1), '<input id=x>'), null);
  assert.equal(readsOf('['.repeat(most + 1)), 0);
  assert.equal(bound('.x', `<input class="x ${'y'.repeat(valueMost - 2)}">`), true);
  assert.equal(bound('.x', `<input class="x ${'y'.repeat(valueMost)}">`), null);
  assert.equal(bound('#a.x', `<input id=b class="x ${'y'.repeat(valueMost)}">`), false);
});
