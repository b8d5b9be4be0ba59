/**
 * What a shop adds to an answer: recent searches in an empty box, and the way to all results, by `data-results-url` or else by the
 * input's own form. A page may have named its fields like properties of a form, so these are read from the prototype.
 */
// Tests: test/browser/widget-results.test.ts, test/browser/widget-recent.test.ts.
import { type Answer, readChoice, readWebAddress, wordsOf } from './answer.ts';
import type { Recent } from './recent.ts';
import type { Settings } from './settings.ts';

export type TextInput = HTMLInputElement | HTMLTextAreaElement;

interface Own {
  readonly settings: Pick<Settings, 'resultsPage'>;
  readonly recent: Pick<Recent, 'list'>;
}

/** The address of all results of a query; empty for a form that has none, null if the shop has no way there. */
function findResults(
  { form, name }: TextInput,
  query: string,
  { resultsPage }: Own['settings'],
): string | null {
  const given = resultsPage.replaceAll('{query}', () => encodeURIComponent(query.toWellFormed()));
  if (given) return readWebAddress(given);
  if (!form) return null;
  const own = (field: string): string => Reflect.get(HTMLFormElement.prototype, field, form);
  const address = readWebAddress(own('action'));
  if (!address || own('method') === 'dialog') return null;
  if (!name || own('method') !== 'get') return '';
  const fields = new URLSearchParams();
  for (const [field, value] of new FormData(form))
    fields.append(field, typeof value === 'string' ? value : value.name);
  fields.set(name, query);
  const url = new URL(address);
  url.search = `${fields}`;
  return url.href;
}

/** Sends the input's form as its own button would, with all checks of the page. */
export function submit({ form }: TextInput): void {
  HTMLFormElement.prototype.requestSubmit.call(form);
}

/** The answer with the shop's own choices, as they are now; an answer that already has some gets new ones. */
export function complete(input: TextInput, { settings, recent }: Own, answer: Answer): Answer {
  const { query, isNone, found } = answer;
  const own = (query ? [] : recent.list()).map((text) => readChoice('recent', text));
  const results = query && !isNone ? findResults(input, wordsOf(answer), settings) : null;
  const choices = [
    ...own,
    ...(own[0] ? [readChoice('clear', '')] : []),
    ...found,
    ...(results === null ? [] : [readChoice('all', { url: results })]),
  ];
  return { ...answer, isNone: query ? isNone : !choices[0], choices };
}
