/**
 * Says what the content security policies of a page forbid to the widget, with the exact directive to write instead. Pure. Styles and
 * trusted types are not judged: the widget needs no `style-src`, and writes no markup.
 */
// Tests: ./judge-page.test.ts.
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
export function judgePolicies({ policies, url }: ShopPage, line: ShopLine): ShopFinding[] {
  const found = policies.flatMap(({ policy, from }) => judgePolicy(policy, from, { line, url }));
  if (policies.length === 0 || found.some(({ level }) => level === 'problem')) return found;
  return [
    finding('good', 'policy_allows', 'The content security policy of the page allows the widget.'),
    ...found,
  ];
}

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
  const digests = (attributes.get('integrity') ?? '').split(/\s+/).filter((digest) => digest !== '');
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
  const message = `${where} does not allow the script: ${directive.name} lacks ${origin}. Write this directive:`;
  return finding('problem', 'policy_script', message, withSource(directive, 'script-src', origin));
}

function forbiddenCalls(where: string, call: { address: URL; directive: Directive }): ShopFinding {
  const { origin } = call.address;
  const message = `${where} does not allow the widget to ask for answers: ${call.directive.name} lacks ${origin}. Write this directive:`;
  return finding('problem', 'policy_connect', message, withSource(call.directive, 'connect-src', origin));
}

function fewPictures(where: string, directive: Directive): ShopFinding {
  const message = `${where} shows pictures of some sites only. If pictures of products are missing in the dropdown, write this directive, or add the site of your pictures:`;
  return finding('warning', 'policy_pictures', message, withSource(directive, 'img-src', 'https:'));
}
