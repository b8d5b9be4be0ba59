/**
 * Adds to the pages of the demo shop what is not the search box, which is the widget's and bound by a script tag as in any shop: the
 * buttons that type for the visitor, the copying, what the last answer cost, and links to addresses that exist nowhere. It never
 * changes the widget or its requests. Times are shown in milliseconds, notices stay for 6 s; a browser without a clipboard selects the
 * text instead.
 */

const apiPath = '/api/v1/autocomplete';

const find = (id) => document.getElementById(id);
const box = find('query');
const live = find('live');
const curl = find('curl');
let noticeTimer = 0;

/** Says a sentence at the foot of the page and reads it out. */
function say(text) {
  const notice = find('notice');
  notice.textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => notice.replaceChildren(), 6_000);
}

/** Puts a text into the box as if it had been typed. */
function type(text) {
  box.focus();
  box.value = text;
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

/** Without a secure context there is no clipboard, and the selected text is copied by hand. */
async function copy(id) {
  getSelection().selectAllChildren(find(id));
  await navigator.clipboard?.writeText(find(id).textContent);
  say(navigator.clipboard ? 'Copied.' : 'The line is selected: copy it with the keyboard.');
}

/** The link that an event is about, also one within the panel of the widget. */
function linkOf(event) {
  return event.composedPath().find((target) => target instanceof HTMLAnchorElement && target.href !== '');
}

/**
 * Links of the widget are the catalog's own addresses. Pages of this shop are opened at the host that it is looked at
 * under, with what was chosen on the bar.
 */
function keepWithinShop(event) {
  const link = linkOf(event);
  if (link === undefined || link.dataset.switch !== undefined) return;
  if (!link.pathname.startsWith('/demo/p/') || link.search !== '') return;
  link.href = `${link.pathname}${chosen()}`;
}

/** Returns the choices of the bar that the address holds. */
function chosen() {
  const kept = new URLSearchParams(location.search);
  kept.delete('q');
  kept.delete('try');
  return kept.size === 0 ? '' : `?${kept}`;
}

function onClick(event) {
  keepWithinShop(event);
  const target = event.target instanceof Element ? event.target.closest('[data-try], [data-copies]') : null;
  if (target?.dataset.try) return type(target.dataset.try);
  if (target?.dataset.copies) return copy(target.dataset.copies);
  const link = linkOf(event);
  if (link?.dataset.switch !== undefined && box?.value) {
    // The typed text is taken along, so that the other look is seen at once.
    const address = new URL(link.href);
    address.searchParams.set('try', box.value);
    link.href = address.href;
  }
  // Addresses under .example exist nowhere (RFC 2606): the page says where such a link would lead.
  if (!link?.hostname.endsWith('.example')) return;
  event.preventDefault();
  say(`In a real shop this opens ${link.href}`);
}

/** Shows the time of the last answer, as the browser measured it, and the same call for a terminal. */
function onRender({ detail }) {
  const call = performance.getEntriesByType('resource').findLast(({ name }) => name.includes(apiPath));
  if (live === null || call === undefined) return;
  const cost = document.createElement('b');
  cost.textContent = detail.cached ? 'at once' : `${call.duration.toFixed(call.duration < 10 ? 1 : 0)} ms`;
  live.replaceChildren(cost, detail.cached ? ', out of memory' : ' for the answer');
  const address = new URL(apiPath, location.href);
  address.searchParams.set('q', detail.query);
  curl.textContent = curl.textContent.replace(/'http[^']*'$/, `'${address.href.replaceAll("'", '%27')}'`);
}

document.addEventListener('click', onClick, { capture: true });
document.addEventListener('pointerover', keepWithinShop);
document.addEventListener('focusin', keepWithinShop);
document.addEventListener('foretype:render', onRender);

/** After another look was chosen, the box holds what it held and shows it, once the widget is there. */
const tried = new URLSearchParams(location.search).get('try');
if (tried !== null && box !== null) {
  addEventListener('load', () => type(tried), { once: true });
}
