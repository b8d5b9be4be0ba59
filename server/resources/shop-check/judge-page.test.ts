import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { generateKey, keyHint } from '../../stores/key-format.ts';
import { finding } from './finding.ts';
import { presentFields, targetOf } from './judge-fields.ts';
import { judgePage, type KnownKey } from './judge-page.ts';
import { keepTags, readPage } from './read-page.ts';

const origin = 'https://search.example';
const live: KnownKey = { state: 'live', name: 'Pages', origins: [] };
const key = generateKey('storefront');
const line = (attributes = '') =>
  `<script async src="${origin}/widget.js" data-api-key="${key}"${attributes}></script>`;
const box = '<input type="search" name="q">';

interface Given {
  readonly url?: string;
  readonly policy?: string;
  readonly isCut?: boolean;
  readonly key?: KnownKey;
}

function judge(
  html: string,
  { url = 'https://shop.example/', policy = '', isCut = false, key: known = live }: Given = {},
) {
  const page = readPage({ url: new URL(url), html, policy, isCut, origin });
  return judgePage(page, { key: known, target: targetOf(page.lines[0]), origin });
}

const codes = (html: string, given?: Given) => judge(html, given).map(({ code }) => code);

function fixOf(code: string, html: string, given?: Given): string | null {
  const found = judge(html, given).find((finding) => finding.code === code);
  assert.ok(found !== undefined, `${code} in ${codes(html, given)}`);
  return found.fix;
}

test('a page that has all is good', () => {
  const findings = judge(line() + box);
  assert.deepEqual(
    findings.map(({ level, code }) => `${level} ${code}`),
    ['good line_found', 'good key_live', 'good inputs_bound'],
  );
});

test('the line is found however it is written', () => {
  assert.deepEqual(
    codes(`<base href="${origin}/x/"><script src="../widget.js"></script>${box}`).at(0),
    'line_found',
  );
  assert.ok(codes(line().replace('widget.js', 'widget/0123456789abcdef.js') + box).includes('line_found'));
  assert.deepEqual(codes(box), ['line_missing', 'inputs_bound']);
  assert.ok(codes(`<!-- ${line()} -->${box}`).includes('line_unseen'));
  assert.ok(codes('<script src="https://chat.example/widget.js"></script>').includes('line_missing'));
  const elsewhere = line().replace(origin, 'https://shop.example/search');
  assert.deepEqual(codes(elsewhere + box).slice(0, 2), ['line_elsewhere', 'line_found']);
  assert.ok(codes(line() + line() + box).includes('line_twice'));
  assert.deepEqual(codes(line(' type="text/plain"') + box).at(0), 'line_inert');
  assert.equal(fixOf('line_insecure', line().replace('https:', 'http:') + box), `${origin}/widget.js`);
  assert.ok(codes(line() + box, { isCut: true }).includes('page_cut'));
});

test('a secret key in the page is the first thing said', () => {
  const secret = generateKey('secret');
  const [first, ...rest] = judge(`<script>const key = "${secret}"</script>${line()}${box}`);
  assert.deepEqual([first?.code, first?.level], ['secret_key', 'problem']);
  assert.ok(first?.message.includes(keyHint(secret)));
  assert.ok(!JSON.stringify([first, ...rest]).includes(secret), 'it is not repeated');
  assert.ok(!codes(`ft_sk_${'0'.repeat(38)}`).includes('secret_key'), 'a text that only looks like a key');
});

test('each state of a key has its sentence', () => {
  const state = (known: KnownKey) => codes(line() + box, { key: known }).at(0);
  for (const name of ['absent', 'malformed', 'foreign', 'secret'] as const) {
    assert.equal(state({ state: name }), name === 'absent' ? 'key_missing' : `key_${name}`);
  }
  assert.equal(state({ state: 'revoked', name: 'x' }), 'key_revoked');
  assert.equal(state({ state: 'unreadable', name: 'x' }), 'key_unreadable');
  const bound: KnownKey = { state: 'live', name: 'x', origins: ['https://shop.example'] };
  assert.ok(codes(line() + box, { key: bound }).includes('key_live'));
  const given = { key: bound, url: 'https://www.shop.example/a' };
  assert.equal(fixOf('origin_not_allowed', line() + box, given), 'https://www.shop.example');
});

test('policies are judged with the directive to write', () => {
  const html = line() + box;
  const policy = "default-src 'self'";
  assert.equal(fixOf('policy_script', html, { policy }), `script-src 'self' ${origin}`);
  assert.equal(fixOf('policy_connect', html, { policy }), `connect-src 'self' ${origin}`);
  assert.equal(fixOf('policy_pictures', html, { policy }), "img-src 'self' https:");
  const corrected = `${policy}; script-src ${origin}; connect-src ${origin}; img-src https:`;
  assert.deepEqual(
    codes(html, { policy: corrected }).filter((code) => code.startsWith('policy')),
    ['policy_allows'],
  );
  assert.equal(
    fixOf('policy_script', html, { policy: "script-src 'strict-dynamic' 'nonce-a'" }),
    'nonce="…"',
  );
  assert.ok(codes(line(' nonce="a"') + box, { policy: "script-src 'nonce-a'" }).includes('policy_allows'));
  const meta = `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">${html}`;
  assert.equal(fixOf('policy_connect', meta, { policy: 'img-src *' }), `connect-src ${origin}`);
  assert.ok(codes(html, { policy: 'sandbox' }).includes('policy_sandbox'));
  const own = line(' data-endpoint="/search/a" data-tracking="off"').replace(origin, 'https://shop.example');
  assert.ok(codes(own + box, { policy: "default-src 'self'" }).includes('policy_allows'));
});

test('search boxes are found, or the way to bind one', () => {
  assert.equal(fixOf('inputs_unbound', `${line()}<input name="q">`), `data-target="input[name='q']"`);
  assert.equal(fixOf('inputs_unbound', `${line()}<input id="site-search">`), 'data-target="#site-search"');
  assert.equal(fixOf('inputs_none', `${line()}<input name="mail" type="email">`), 'data-widget-search');
  assert.ok(codes(`${line(' data-target="#box"')}<input id=box>`).includes('inputs_bound'));
  assert.ok(codes(`${line(' data-target="form input"')}<input id=box>`).includes('inputs_unknown'));
  const page = readPage({
    url: new URL(origin),
    html: `${line()}<input type=password>${box}<textarea id=t>`,
    policy: '',
    isCut: false,
    origin,
  });
  assert.deepEqual(presentFields(page, targetOf(page.lines[0])), [
    { kind: 'search', id: null, name: 'q', placeholder: null, is_bound: true },
    { kind: 'textarea', id: 't', name: null, placeholder: null, is_bound: false },
  ]);
});

test('every suggested attribute binds the field that it names', () => {
  const word = fc.oneof(fc.constantFrom('search', 'q', "a'b", 'x"y', 'suche 1'), fc.string({ maxLength: 8 }));
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  fc.assert(
    fc.property(word, word, word, (id, name, placeholder) => {
      const field = `<input type="text" id="${quoted(id)}" name="${quoted(name)}" placeholder="${quoted(placeholder)}">`;
      const found = judge(line() + field).find(({ code }) => code === 'inputs_unbound');
      if (found?.fix == null) return;
      assert.ok(codes(line(` ${found.fix}`) + field).includes('inputs_bound'), found.fix);
    }),
    { numRuns: caseCount(1_000) },
  );
});

test('any page and policy is judged', () => {
  const piece = fc.oneof(
    fc.constantFrom(line(), box, '<meta http-equiv=content-security-policy content="', '"', '<base href=x:>'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), fc.string(), (pieces, policy) => {
      for (const { message } of judge(pieces.join(''), { policy })) assert.ok(message !== '');
    }),
    { numRuns: caseCount(1_000) },
  );
});

test('a bounded number of a page’s tags is kept', () => {
  const { shopCheckFields, shopCheckLines, shopCheckPolicies, shopCheckScripts } = limits;
  const keep = (html: string) => keepTags(html, new URL(origin), origin);
  const meta = '<meta http-equiv=content-security-policy content="img-src *">';
  const kept = keep(`<a>${line()}${box}${meta}<meta name=a><script src=a.js></script>`.repeat(300));
  assert.equal(kept.lines.length, shopCheckLines);
  assert.equal(kept.fields.length, shopCheckFields + 1);
  assert.equal(kept.policyTexts.length, shopCheckPolicies + 1);
  const other = '<script src=widgets.js></script>';
  assert.equal(keep(other.repeat(shopCheckScripts - 1) + line()).lines.length, 1);
  assert.equal(keep(other.repeat(shopCheckScripts) + line()).lines.length, 0);
});

test('fields beyond the first ones are not judged', () => {
  const many = '<input name=a>'.repeat(limits.shopCheckFields);
  assert.ok(codes(line() + many.slice('<input name=a>'.length) + box).includes('inputs_bound'));
  assert.ok(codes(line() + many + box).includes('inputs_unknown'));
});

test('findings are few, short, and each is there once', () => {
  const secrets = Array.from({ length: 40 }, () => generateKey('secret')).join(' ');
  const hosts = Array.from({ length: 40 }, (_, place) => `https://${place}.example`);
  const policy = hosts.map((host) => `script-src ${host}; connect-src ${host}; img-src ${host}`).join();
  const findings = judge(`${secrets}${line()}${box}`, { policy });
  assert.equal(findings.length, limits.shopCheckFindings);
  assert.equal(findings.filter(({ code }) => code === 'secret_key').length, limits.shopCheckKeys);
  const alike = judge(line() + box, { policy: Array(9).fill("connect-src 'none'").join() });
  assert.deepEqual(
    alike.map(({ code }) => code),
    ['policy_connect', 'line_found', 'key_live', 'inputs_bound'],
  );
});

test('policies too many or too long are said to be unread', () => {
  const { shopCheckPolicies, shopCheckPolicyMaxLength } = limits;
  const times = (count: number) => Array(count).fill('img-src *').join();
  assert.ok(codes(line() + box, { policy: times(shopCheckPolicies) }).includes('policy_allows'));
  const policy = times(shopCheckPolicies + 1);
  assert.ok(codes(line() + box, { policy }).includes('policies_cut'));
  const page = readPage({ url: new URL(origin), html: '', policy, isCut: false, origin });
  assert.equal(page.policies.length, shopCheckPolicies);
  const long = `img-src ${'a '.repeat(shopCheckPolicyMaxLength / 2)}`;
  assert.deepEqual(
    codes(line() + box, { policy: long }).filter((code) => code.startsWith('polic')),
    ['policies_cut'],
  );
});

test('a directive too long to repeat is not cut', () => {
  const policy = `connect-src ${'https://a.example '.repeat(limits.shopCheckTextMaxLength / 18)}`;
  const found = judge(line() + box, { policy }).find(({ code }) => code === 'policy_connect');
  assert.equal(found?.fix, origin);
  assert.ok(found.message.endsWith('Add this to connect-src:'), found.message);
});

test('long texts of a page are not repeated whole', () => {
  const most = limits.shopCheckTextMaxLength;
  const texts = judge(`${line()}<input type=text id="search${'a'.repeat(most)}">`).flatMap((found) => [
    found.message,
    found.fix ?? '',
  ]);
  assert.ok(texts.every((text) => text.length <= most));
  assert.ok(texts.includes(`data-target="input[type='text']"`));
  const { message, fix } = finding('problem', 'a', 'b'.repeat(most + 1), 'c'.repeat(most + 1));
  assert.deepEqual([message, fix], [`${'b'.repeat(most - 1)}…`, null]);
  const far = line().replace('/widget.js', `/${'a'.repeat(limits.urlMaxLength)}/widget.js`);
  assert.ok(codes(far + box).includes('line_unseen'), 'no address is as long');
});
