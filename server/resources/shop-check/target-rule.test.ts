import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { defaultTarget } from '../../../contract/words/widget.ts';
import { readTags } from './html-tags.ts';
import { isBound } from './target-rule.ts';

function bound(selector: string, html: string): boolean | null {
  const [tag] = [...readTags(html)];
  assert.ok(tag !== undefined, html);
  return isBound(selector, tag);
}

test('the usual rule is that of the widget', () => {
  // The widget imports nothing from elsewhere.
  const settings = readFileSync(new URL('../../../widget/src/settings.ts', import.meta.url), 'utf8');
  assert.ok(settings.includes(`|| '${defaultTarget}'`));
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
