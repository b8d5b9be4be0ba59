/**
 * The page in the preview's frame: a search box with the real widget, as a shop would have it. Its requests go to
 * the playground with the session of the person who looks, instead of the public API, so that no key is needed and
 * nothing is counted. The look is in the address; the typed text is reported to the page around it.
 */
// Tests: test/browser/dashboard.test.ts.
import './preview.css';
import { limits } from '../../../contract/limits.ts';

const look = new URLSearchParams(location.search);
const { documentElement: page } = document;
const box = document.querySelector<HTMLInputElement>('#query');

page.lang = look.get('lang') ?? 'en';
page.dir = look.get('dir') ?? 'ltr';
page.dataset.scheme = look.get('scheme') ?? 'auto';
page.dataset.theme = look.get('theme') ?? 'rounded';

const ask = window.fetch.bind(window);

/**
 * Answers the widget's requests from the playground, which has sale prices in every answer: adds the session's cookie,
 * which the widget never sends, and unwraps the answer. Labels come as they are.
 */
window.fetch = async (address, { signal } = {}) => {
  const url = new URL(String(address), location.href);
  if (!url.pathname.endsWith('/playground')) return ask(url, { signal: signal ?? null });
  url.searchParams.delete('compare_at_price');
  const response = await ask(url, { credentials: 'same-origin', signal: signal ?? null });
  if (!response.ok) return response;
  const { answer } = (await response.json()) as { answer: unknown };
  return Response.json(answer);
};

/** Binds the widget to the box by the same script tag as in a shop. */
function bind(): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = '/widget.js';
  Object.assign(script.dataset, {
    apiKey: 'playground',
    endpoint: `/dashboard/api/stores/${encodeURIComponent(look.get('store') ?? '')}/playground`,
    theme: look.get('theme') ?? '',
    productDisplay: look.get('display') ?? '',
    limit: look.get('limit') ?? String(limits.autocompleteLimitDefault),
    anchor: '.search',
    tracking: 'off',
  });
  document.head.append(script);
  return script;
}

/** Shows the panel without taking the focus from the page around. */
function open(input: HTMLInputElement): void {
  const event = input.value === '' ? new MouseEvent('click') : new InputEvent('input', { bubbles: true });
  input.dispatchEvent(event);
}

if (box !== null) {
  // Somebody may have typed before this script ran.
  if (box.value === '') box.value = look.get('q') ?? '';
  box.addEventListener('input', () => {
    window.parent.postMessage({ preview: look.get('store'), q: box.value }, location.origin);
  });
  bind().addEventListener('load', () => open(box));
  window.addEventListener(
    'message',
    ({ origin, data }: MessageEvent<{ preview?: unknown; q?: unknown } | null>) => {
      if (origin !== location.origin || data?.preview !== look.get('store') || typeof data.q !== 'string')
        return;
      box.value = data.q;
      open(box);
    },
  );
}
