/**
 * The demo storefront: asks the autocomplete API while somebody types (§4.7) and shows the answer, what it cost
 * and the same call for a terminal. It never writes HTML: every text of an answer becomes a text node, and only
 * http and https addresses become links or pictures. One request is under way at a time; a newer one aborts it,
 * and an answer that comes late all the same is dropped by its version.
 */
const apiPath = '/api/v1/autocomplete';
const debounceMs = 120;
const answerLimit = 6;
const shelfLimit = 8;
const sourceNames = { graph: 'prefix graph', backend: 'search backend' };
const combiningMarks = /[\u0300-\u036f]/g;
/** Thai, Lao, Japanese and Chinese write without spaces: there, a word may begin anywhere. */
const unspaced = /[\u0e00-\u0eff\u3040-\u9fff]/;
const titles = {
  discovery: { suggestions: 'Suggestions', categories: 'Categories', products: 'New in the shop' },
  search: { suggestions: 'Suggestions', categories: 'Categories', products: 'Products' },
};

const find = (id) => document.getElementById(id);
const [search, input, panel, answers, note] = ['search', 'query', 'panel', 'answers', 'panel-note'].map(find);
const [live, announcement] = ['live', 'announcement'].map(find);
let apiKey = '';
let version = 0;
let running = new AbortController();
let timer = 0;
let options = [];
let active = -1;

/** An element with a class and children; strings become text nodes. */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/** A letter as the service compares it: without case, accent and width, padded to its own number of units. */
function foldLetter(letter) {
  const bare = letter.normalize('NFKD').replace(combiningMarks, '');
  return bare.toLowerCase().replace('ı', 'i').slice(0, letter.length).padEnd(letter.length);
}

/** `text` as nodes, with every beginning of a word that the query names inside a `<mark>`. */
function highlight(text, query) {
  const letters = text.normalize('NFC');
  const folded = Array.from(letters, foldLetter).join('');
  const words = Array.from(query.trim().normalize('NFC'), foldLetter).join('').split(/\s+/).filter(Boolean);
  const nodes = [];
  let plainFrom = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const word = words.find((candidate) => folded.startsWith(candidate, at));
    const inside = /[\p{L}\p{N}]/u.test(folded.charAt(at - 1)) && !(word && unspaced.test(word));
    if (!word || inside) continue;
    nodes.push(letters.slice(plainFrom, at), make('mark', '', letters.slice(at, at + word.length)));
    plainFrom = at + word.length;
    at = plainFrom - 1;
  }
  return [...nodes, letters.slice(plainFrom)];
}

/** The address when it is http or https, else null: an answer can never bring in `javascript:`. */
function webAddress(address) {
  const url = address ? URL.parse(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A tile with the line icon and the hue of the department, the first element of the category's path. */
function tileOf(category) {
  const symbol = find(`icon-${(category ?? '').split('>')[0].trim().toLowerCase()}`) ?? find('icon-parcel');
  const tile = find('tile').content.firstElementChild.cloneNode(true);
  tile.querySelector('use').setAttribute('href', `#${symbol.id}`);
  if (symbol.dataset.hue) tile.style.setProperty('--hue', symbol.dataset.hue);
  return tile;
}

/** The product's picture, replaced by its tile when there is none or it does not load. */
function pictureOf(product) {
  const source = webAddress(product.image_url);
  if (!source) return tileOf(product.category);
  const image = make('img', 'tile');
  image.alt = '';
  image.src = source;
  image.addEventListener('error', () => image.replaceWith(tileOf(product.category)), { once: true });
  return image;
}

/** A product card (§2.5) as a link; `query` is marked in its title. */
function productLink(product, query, className) {
  const link = make('a', className, pictureOf(product));
  const href = webAddress(product.url);
  if (href) link.href = href;
  const title = make('span', 'title', ...highlight(product.title, query));
  title.dir = 'auto';
  const aisle = make('bdi', 'aisle', (product.category ?? '').split('>').at(-1).trim());
  const stock = product.in_stock ? make('span', 'stock', 'In stock') : make('span', 'out', 'Out of stock');
  const price = new Intl.NumberFormat(undefined, { style: 'currency', currency: product.currency });
  link.append(make('span', 'text', title, make('span', 'detail', aisle, stock)));
  link.append(make('span', 'price', price.format(product.price)));
  return link;
}

/** A suggestion or category: choosing it writes its label into the box (§4.9.6). */
function phraseOption(label, query, className) {
  const option = make('div', className, ...highlight(label, query));
  option.dir = 'auto';
  option.addEventListener('click', () => type(label));
  return option;
}

/** One kind of an answer's results as a labelled group of options; an empty list where it has none. */
function groupOf(answer, kind, toOption) {
  const heading = make('div', 'heading', titles[answer.meta.mode][kind]);
  heading.id = `heading-${kind}`;
  const found = answer[kind].map(toOption);
  for (const option of found) {
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    option.tabIndex = -1;
  }
  const group = make('div', kind, heading, ...found);
  group.setAttribute('role', 'group');
  group.setAttribute('aria-labelledby', heading.id);
  return found.length > 0 ? [group] : [];
}

/** Paints an answer (§2.5) into the panel. */
function showAnswer(answer) {
  const { meta } = answer;
  const query = meta.corrected_query ?? meta.query;
  const suggestions = groupOf(answer, 'suggestions', (text) => phraseOption(text, query, 'phrase'));
  const categories = groupOf(answer, 'categories', ({ title }) => phraseOption(title, query, 'chip'));
  const phrases = make('div', 'phrases', ...suggestions, ...categories);
  const products = groupOf(answer, 'products', (product) => productLink(product, query, 'row'));
  answers.replaceChildren(...(phrases.hasChildNodes() ? [phrases] : []), ...products);
  options = [...answers.querySelectorAll('[role=option]')];
  for (const [index, option] of options.entries()) option.id = `option-${index}`;
  note.textContent = noteOf(meta, options.length);
  note.hidden = note.textContent === '';
  const counts = `Products: ${answer.products.length}, suggestions: ${answer.suggestions.length}.`;
  announcement.textContent = options.length > 0 ? counts : note.textContent;
  activate(-1);
  setOpen(true);
}

/** What is worth saying above the answers; empty where they speak for themselves. */
function noteOf({ query, corrected_query: corrected }, count) {
  if (count > 0) return corrected ? `Nothing is spelled “${query}”. Showing “${corrected}”.` : '';
  return query.trim() ? `Nothing found for “${query}”. Try fewer letters.` : 'The shop is empty so far.';
}

function setOpen(open) {
  panel.hidden = !open;
  input.setAttribute('aria-expanded', String(open && options.length > 0));
  if (!open) activate(-1);
}

/** Closes the panel and forgets the call under way, so that its answer cannot open the panel again. */
function close() {
  clearTimeout(timer);
  running.abort();
  version += 1;
  setOpen(false);
}

/** Says a sentence above the box and reads it out. */
function say(text) {
  live.textContent = text;
  announcement.textContent = text;
}

/** Moves the keyboard's choice; -1 is the box itself. */
function activate(index) {
  options[active]?.setAttribute('aria-selected', 'false');
  active = index;
  const option = options[index];
  if (!option) return input.removeAttribute('aria-activedescendant');
  option.setAttribute('aria-selected', 'true');
  input.setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}

/** One call of the API with its time; throws where the answer is not 200. */
async function ask(query, limit, signal) {
  const path = `${apiPath}?${new URLSearchParams({ q: query, limit: String(limit) })}`;
  const started = performance.now();
  const response = await fetch(path, { headers: { 'X-Api-Key': apiKey }, signal });
  if (!response.ok) throw new Error(`The service answered with status ${response.status}.`);
  const answer = await response.json();
  return { answer, path, elapsedMs: performance.now() - started };
}

/** Asks for what stands in the box and shows the answer, unless something newer was asked meanwhile. */
async function refresh() {
  clearTimeout(timer);
  running.abort();
  running = new AbortController();
  version += 1;
  const mine = version;
  try {
    const call = await ask(input.value, answerLimit, running.signal);
    if (mine !== version) return;
    showCall(call);
    if (document.activeElement === input) showAnswer(call.answer);
  } catch (error) {
    if (mine !== version) return;
    setOpen(false);
    say(error.message);
  }
}

/** What the last answer cost, and the same call for a terminal. */
function showCall({ answer: { meta }, path, elapsedMs }) {
  live.replaceChildren(
    make('b', '', `${elapsedMs.toFixed(elapsedMs < 10 ? 1 : 0)} ms`),
    ` round trip, ${sourceNames[meta.source]}, ${meta.cached ? 'cached' : 'not cached'}`,
  );
  find('wire').hidden = false;
  find('curl').textContent = `curl -H 'X-Api-Key: ${apiKey}' '${location.origin}${path}'`;
}

/** Puts a text into the box as if it had been typed, and asks at once. */
function type(text) {
  input.value = text;
  onInput();
  if (document.activeElement === input) void refresh();
  else input.focus();
}

function onInput() {
  find('clear').hidden = input.value === '';
  clearTimeout(timer);
  timer = setTimeout(refresh, debounceMs);
}

function onKey(event) {
  if (event.isComposing) return;
  if (event.key === 'Escape') return close();
  if (event.key === 'Enter') return options[active]?.click();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  if (panel.hidden) return refresh();
  const stops = options.length + 1;
  const step = event.key === 'ArrowDown' ? 1 : -1;
  activate(((active + 1 + step + stops) % stops) - 1);
}

/**
 * The page's own buttons, and links to addresses under .example, which exist nowhere (RFC 2606): the page says
 * where such a link would lead instead of following it.
 */
function onClick(event) {
  const target = event.target instanceof Element ? event.target.closest('[data-try], a[href]') : null;
  if (target?.dataset.try) type(target.dataset.try);
  if (!target?.hostname?.endsWith('.example')) return;
  event.preventDefault();
  close();
  say(`In a real shop this opens ${target.href}`);
}

/** Copies the call; without a secure context there is no clipboard, and the selected text is copied by hand. */
async function copyCurl() {
  const code = find('curl');
  getSelection().selectAllChildren(code);
  await navigator.clipboard?.writeText(code.textContent);
  say(navigator.clipboard ? 'Copied.' : 'The call is selected: copy it with the keyboard.');
}

function bind() {
  input.disabled = false;
  input.addEventListener('input', onInput);
  input.addEventListener('focus', refresh);
  input.addEventListener('keydown', onKey);
  search.addEventListener('focusout', (event) => search.contains(event.relatedTarget) || close());
  // A press on the panel must not take the focus, or the panel would close before the click.
  panel.addEventListener('mousedown', (event) => event.preventDefault());
  find('clear').addEventListener('click', () => type(''));
  find('copy').addEventListener('click', copyCurl);
  document.addEventListener('click', onClick);
}

/** Opens the shop on the demo store's key; without one it says how to make a store. */
async function start() {
  for (const button of find('departments').children) button.prepend(tileOf(button.dataset.try));
  const config = await (await fetch('/demo/config.json')).json();
  if (!config.apiKey) {
    find('no-store').hidden = false;
    return;
  }
  apiKey = config.apiKey;
  const call = await ask('', shelfLimit);
  showCall(call);
  find('cards').replaceChildren(
    ...call.answer.products.map((card) => make('li', '', productLink(card, '', 'card'))),
  );
  find('fresh').hidden = call.answer.products.length === 0;
  bind();
}

start().catch((error) => say(`The shop could not be opened. ${error.message}`));
