/**
 * Says what the content security policies of a page forbid to the widget, with the exact directive to write instead. Pure. Styles and
 * trusted types are not judged: the widget needs no `style-src`, and writes no markup.
 */
// Tests: ./judge-page.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { ShopFinding } from '../../../contract/shop-check.ts';
import {
  type Directive,
  forbidsRequest,
  forbidsScript,
  isSandboxed,
  isStrictDynamic,
  type Policy,
  withSource,
} from './content-policy.ts';
import { finding } from './finding.ts';
import { parseAddress, type ShopLine, type ShopPage } from './read-page.ts';

/** A host that no policy names: only a general source allows it. */
const anyPicture = new URL('https://pictures.invalid/a.jpg');

/** The findings about all policies of the page. */
export function judgePolicies({ policies, hasMorePolicies, url }: ShopPage, line: ShopLine): ShopFinding[] {
  const found = policies.flatMap(({ policy, from }) => judgePolicy(policy, from, { line, url }));
  if (hasMorePolicies) return [tooMany, ...found];
  if (policies.length === 0 || found.some(({ level }) => level === 'problem')) return found;
  return [
    finding('good', 'policy_allows', 'The content security policy of the page allows the widget.'),
    ...found,
  ];
}

const tooMany = finding(
  'warning',
  'policies_cut',
  'The content security policies of the page are too many or too long, and some were not looked at. Open the page and try its search box.',
);

interface Place {
  readonly line: ShopLine;
  readonly url: URL;
}

function judgePolicy(policy: Policy, from: 'header' | 'meta', { line, url }: Place): ShopFinding[] {
  const where =
    from === 'header' ? 'The content security policy (a header)' : 'The content security policy (a meta tag)';
  if (isSandboxed(policy)) {
    const message = `${where} runs no scripts on this page. Add allow-scripts to its sandbox.`;
    return [finding('problem', 'policy_sandbox', message, 'allow-scripts')];
  }
  const { attributes, src } = line;
  const integrity = (attributes.get('integrity') ?? '').slice(0, limits.shopCheckValueMaxLength);
  const digests = integrity.split(/\s+/).filter((digest) => digest !== '');
  const script = forbidsScript(policy, { url: src, nonce: attributes.get('nonce') ?? '', digests }, url);
  const calls = callsOf(line).flatMap((address) => {
    const directive = forbidsRequest(policy, 'connect', address, url);
    return directive === null ? [] : [{ address, directive }];
  });
  const pictures = forbidsRequest(policy, 'image', anyPicture, url);
  return [
    ...(script === null ? [] : [forbiddenScript(where, script, src)]),
    ...(calls[0] === undefined ? [] : [forbiddenCalls(where, calls[0])]),
    ...(pictures === null ? [] : [fewPictures(where, pictures)]),
  ];
}

/** The addresses of answers and of clicks. */
function callsOf({ src, attributes }: ShopLine): URL[] {
  const named = (name: string, path: string) =>
    parseAddress(attributes.get(name) ?? path, src) ?? new URL(path, src);
  return [
    named('data-endpoint', '/api/v1/autocomplete'),
    ...(attributes.get('data-tracking') === 'off' ? [] : [named('data-events-endpoint', '/api/v1/events')]),
  ];
}

function forbiddenScript(where: string, directive: Directive, { origin }: URL): ShopFinding {
  if (isStrictDynamic(directive)) {
    const message = `${where} runs only scripts with a nonce. Give the line the nonce of the page, as its other scripts have it.`;
    return finding('problem', 'policy_script', message, 'nonce="…"');
  }
  const added = addTo(directive, 'script-src', origin);
  const message = `${where} does not allow the script: ${directive.name} lacks ${origin}. ${added.ask}:`;
  return finding('problem', 'policy_script', message, added.fix);
}

function forbiddenCalls(where: string, call: { address: URL; directive: Directive }): ShopFinding {
  const { origin } = call.address;
  const added = addTo(call.directive, 'connect-src', origin);
  const message = `${where} does not allow the widget to ask for answers: ${call.directive.name} lacks ${origin}. ${added.ask}:`;
  return finding('problem', 'policy_connect', message, added.fix);
}

function fewPictures(where: string, directive: Directive): ShopFinding {
  const added = addTo(directive, 'img-src', 'https:');
  const message = `${where} shows pictures of some sites only. If pictures of products are missing in the dropdown, allow https: or the site of your pictures. ${added.ask}:`;
  return finding('warning', 'policy_pictures', message, added.fix);
}

/** What to write, so that a directive allows `source` too: all of it or, where it is too long to repeat, what is to be added. */
function addTo(directive: Directive, narrow: string, source: string): { ask: string; fix: string } {
  const whole = withSource(directive, narrow, source);
  return whole.length <= limits.shopCheckTextMaxLength
    ? { ask: 'Write this directive', fix: whole }
    : { ask: `Add this to ${directive.name}`, fix: source };
}
