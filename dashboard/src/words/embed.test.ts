import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedLine, pinnedLine, policyLine, preconnectLine, proxiedLine } from './embed.ts';

const origin = 'https://search.example';

test('the shop lines are complete as copied', () => {
  assert.equal(
    embedLine(origin, 'ft_pk_a', { 'data-theme': 'sharp', 'data-label-none': 'No "x" & y' }),
    '<script async src="https://search.example/widget.js" data-api-key="ft_pk_a" data-theme="sharp" data-label-none="No &quot;x&quot; &amp; y"></script>',
  );
  assert.equal(
    pinnedLine(origin, 'ft_pk_a', { hash: '0123456789abcdef', integrity: 'sha384-x' }),
    '<script async src="https://search.example/widget/0123456789abcdef.js" integrity="sha384-x" crossorigin="anonymous" data-api-key="ft_pk_a"></script>',
  );
  assert.ok(
    pinnedLine(origin, 'ft_pk_a', { hash: '0', integrity: 's' }, { 'data-limit': '8' }).endsWith(
      'data-api-key="ft_pk_a" data-limit="8"></script>',
    ),
  );
  // Script, answers and events go one way: docs/widget.md.
  assert.equal(
    proxiedLine('/search', 'ft_pk_a'),
    '<script async src="/search/widget.js" data-api-key="ft_pk_a" data-endpoint="/search/api/v1/autocomplete" data-events-endpoint="/search/api/v1/events"></script>',
  );
  assert.equal(preconnectLine(origin), '<link rel="preconnect" href="https://search.example" crossorigin>');
  assert.equal(
    policyLine(origin),
    'script-src https://search.example; connect-src https://search.example; img-src https:',
  );
});
