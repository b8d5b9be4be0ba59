import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Directive,
  forbidsRequest,
  forbidsScript,
  isSandboxed,
  isStrictDynamic,
  type Policy,
  parsePolicies,
  withSource,
} from './content-policy.ts';

const self = new URL('https://shop.example/a/b');
const widget = new URL('https://search.example/widget.js');
const use = (fields: object = {}) => ({ url: widget, nonce: '', digests: [], ...fields });

function only(text: string): Policy {
  const [policy = new Map(), ...rest] = parsePolicies(text);
  assert.deepEqual(rest, []);
  return policy;
}

const allowsScript = (text: string, fields: object = {}, page = self) =>
  forbidsScript(only(text), use(fields), page) === null;
const allows = (sources: string, url: string, page = self) =>
  forbidsRequest(only(`connect-src ${sources}`), 'connect', new URL(url), page) === null;

test('a policy is read as browsers read it', () => {
  const [first, second, ...rest] = parsePolicies(
    " Default-Src 'self'\t https: ;; script-src a; script-src b, img-src * , ;",
  );
  assert.deepEqual(
    [...(first ?? [])],
    [
      ['default-src', ["'self'", 'https:']],
      ['script-src', ['a']],
    ],
  );
  assert.deepEqual([...(second ?? [])], [['img-src', ['*']]]);
  assert.deepEqual(rest, []);
});

test('the narrowest directive that is there decides alone', () => {
  assert.ok(allowsScript("img-src 'none'"));
  assert.ok(!allowsScript("default-src 'none'"));
  assert.ok(allowsScript("default-src 'none'; script-src https://search.example"));
  assert.ok(!allowsScript("script-src https://search.example; script-src-elem 'self'"));
  assert.ok(allowsScript("script-src 'none'; script-src-elem *"));
  assert.equal(forbidsRequest(only("default-src 'self'"), 'image', widget, self)?.name, 'default-src');
  assert.equal(forbidsRequest(only("default-src 'self'; img-src *"), 'image', widget, self), null);
});

test('nonces and digests allow a script, addresses then may not', () => {
  const strict = "script-src 'strict-dynamic' 'nonce-abc' https://search.example";
  assert.ok(!allowsScript(strict));
  assert.ok(!allowsScript(strict, { nonce: 'ABC' }));
  assert.ok(allowsScript(strict, { nonce: 'abc' }));
  assert.ok(allowsScript("script-src 'nonce-abc'", { nonce: 'abc' }));
  assert.ok(!allowsScript("script-src 'nonce-'", { nonce: '' }));
  assert.ok(allowsScript("script-src 'sha384-x' 'sha256-y'", { digests: ['sha384-x', 'sha256-y'] }));
  assert.ok(!allowsScript("script-src 'sha384-x'", { digests: ['sha384-x', 'sha256-z'] }));
  assert.ok(!allowsScript("script-src 'unsafe-inline' 'unsafe-eval'"));
});

/** Sources with addresses that they allow and others that they do not. */
const matches: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['*', ['https://a.b', 'http://a.b:8080', 'wss://a.b'], ['data:x', 'blob:https://a.b/x']],
  ['https:', ['https://a.b:444'], ['http://a.b']],
  ['http:', ['http://a.b', 'https://a.b'], ['ws://a.b']],
  [
    'a.b',
    ['https://a.b', 'https://a.b/x?y'],
    ['http://a.b', 'https://x.a.b', 'https://a.b:8443', 'https://a.bc'],
  ],
  ['*.a.b', ['https://x.a.b', 'https://y.x.a.b'], ['https://a.b', 'https://xa.b']],
  ['http://a.b', ['http://a.b', 'https://a.b'], ['https://a.b:444']],
  ['https://a.b:443', ['https://a.b'], ['https://a.b:444', 'http://a.b:443']],
  ['http://a.b:80', ['http://a.b', 'https://a.b', 'https://a.b:80'], ['https://a.b:81']],
  ['a.b:*', ['https://a.b', 'https://a.b:1'], ['http://a.b:1']],
  ['A.B/x/', ['https://a.b/x/', 'https://a.b/x/y.js'], ['https://a.b/x', 'https://a.b/X/']],
  ['a.b/x', ['https://a.b/x', 'https://a.b/%78'], ['https://a.b/x/', 'https://a.b/xy']],
  ['a.b/', ['https://a.b/any'], []],
  [
    "'SELF'",
    ['https://shop.example/x'],
    ['http://shop.example', 'https://shop.example:1', 'https://x.shop.example'],
  ],
  ["'none'", [], ['https://shop.example']],
  ['javascript:alert(1)', [], ['https://a.b']],
  ['//a.b', [], ['https://a.b']],
];

test('sources allow by scheme, host, port and path', () => {
  for (const [source, allowed, forbidden] of matches) {
    for (const url of allowed) assert.ok(allows(source, url), `${source} allows ${url}`);
    for (const url of forbidden) assert.ok(!allows(source, url), `${source} forbids ${url}`);
  }
  assert.ok(allows("'self'", 'https://shop.example', new URL('http://shop.example')));
  assert.ok(!allows("'self'", 'https://shop.example', new URL('http://shop.example:81')));
  assert.ok(allows('a.b', 'http://a.b', new URL('http://shop.example')));
});

test('an added source is what a policy lacked', () => {
  const source = fc.constantFrom(
    ...["'self'", "'none'", 'https://cdn.example', '*.example.org:*', "'unsafe-inline'", 'data:', '?'],
  );
  const name = fc.constantFrom('default-src', 'script-src', 'script-src-elem', 'img-src');
  const directive = fc.tuple(name, fc.array(source, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(directive, { maxLength: 4 }), (directives) => {
      const text = directives.map(([key, sources]) => [key, ...sources].join(' ')).join('; ');
      for (const policy of parsePolicies(text)) {
        const found = forbidsScript(policy, use(), self);
        if (found === null) continue;
        const added = withSource(found, 'script-src', widget.origin);
        // A directive that is written first counts.
        assert.ok(allowsScript(`${added}; ${text}`), `${text} with ${added}`);
      }
    }),
  );
});

test('any text is a policy that can be asked', () => {
  fc.assert(
    fc.property(fc.string(), fc.webUrl(), (text, url) => {
      for (const policy of parsePolicies(`script-src ${text}; connect-src ${text}`)) {
        forbidsScript(policy, use({ url: new URL(url) }), self);
        forbidsRequest(policy, 'connect', new URL(url), self);
      }
    }),
  );
});

test('sandboxes and strict policies are recognized', () => {
  assert.ok(isSandboxed(only('sandbox allow-forms')));
  assert.ok(!isSandboxed(only('sandbox Allow-Scripts')));
  assert.ok(!isSandboxed(only('img-src *')));
  const directive: Directive = { name: 'script-src', sources: ["'Strict-Dynamic'"] };
  assert.ok(isStrictDynamic(directive));
});
