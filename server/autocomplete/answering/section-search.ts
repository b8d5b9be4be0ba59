/**
 * Search over the sections of the documentation, by the same engine and in the same shape as the search of a shop: each section is a
 * product whose address is the section's, in the category of its page. Guides come first: sections of the background, such as decision
 * records, only fill the places that are left. Ten sections are indexed in a turn; both caches have 256 KiB. It has no rules and no
 * signals, and never counts a search. An empty list of sections answers with nothing.
 */
// Tests: ./section-search.test.ts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProductCard } from '../../../contract/autocomplete.ts';
import type { Clock } from '../../clock.ts';
import type { SearchDocument } from '../../search/document/document.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { createAutocomplete } from './autocomplete.ts';
import { toLoaded } from './warm-up.ts';

/** A part of a page, below one heading. */
export interface Section {
  readonly title: string;
  /** The title of its page. */
  readonly page: string;
  readonly url: string;
  /** Plain text. */
  readonly text: readonly string[];
  /** Settings, fields, codes and commands that a table of the section describes. */
  readonly names: readonly string[];
  /** Whether it says how or why something works inside, instead of how to use it. */
  readonly isBackground: boolean;
}

/** Returns at most `limit` sections for a query, as an autocomplete answer in JSON. A blank query gets the first sections. */
export type SectionSearch = (query: string, limit: number) => string;

/** Sections that are indexed in one go, so that other work of the thread waits a few milliseconds at most. Chosen. */
const sectionsPerTurn = 10;
const cacheMaxBytes = 256 * 1024;
/** The index belongs to no store. */
const noStore = '00000000-0000-0000-0000-000000000000';

/** Words of questions that say nothing of their subject. */
const questionWords =
  /(?<![\p{L}\p{N}])(?:how|what|where|when|why|can|do|does|is|are|i|my|the|an?|to)(?=\s)/giu;

/** Builds the indexes, in many turns of the thread. */
export async function createSectionSearch(
  sections: readonly Section[],
  clock: Clock,
): Promise<SectionSearch> {
  const { guides = [], background = [] } = Object.groupBy(sections, ({ isBackground }) =>
    isBackground ? 'background' : 'guides',
  );
  const searchGuides = await createSearch(guides, clock);
  const searchBackground = await createSearch(background, clock);
  return (query, limit) => {
    const subject = query.replaceAll(questionWords, '').trim() || query;
    const answer = searchGuides(subject, limit);
    const found = answer.products.length;
    if (found >= limit || subject.trim() === '') return JSON.stringify(answer);
    const more = searchBackground(subject, limit - found).products;
    return JSON.stringify({ ...answer, products: [...answer.products, ...more] });
  };
}

interface Answer {
  readonly products: readonly unknown[];
}

async function createSearch(
  sections: readonly Section[],
  clock: Clock,
): Promise<(query: string, limit: number) => Answer> {
  const writer = createIndexWriter({ locale: 'en' });
  for (let start = 0; start < sections.length; start += sectionsPerTurn) {
    const some = sections.slice(start, start + sectionsPerTurn);
    writer.stage(some.map((section, index) => toSectionDocument(section, start + index)));
    await nextTurn();
  }
  for (const step of writer.publishInSteps()) await nextTurn(step);
  const index = toLoaded(writer.snapshot());
  const autocomplete = createAutocomplete({ find: () => index }, clock, { cacheMaxBytes });
  return (query, limit) => {
    const answer = autocomplete.answer({ storeId: noStore, query, limit, explain: false });
    return JSON.parse(Buffer.from(answer?.body ?? '{"products":[]}', 'latin1').toString('utf8'));
  };
}

function toSectionDocument({ title, page, url, text, names }: Section, place: number): SearchDocument {
  const id = `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;
  const card: ProductCard = {
    id,
    title,
    category: page,
    url,
    image_url: null,
    price: '',
    currency: '',
    in_stock: true,
  };
  return {
    productId: id,
    externalId: id,
    title,
    categoryPath: [page],
    brand: null,
    identifiers: names,
    attributes: text.map((line) => ['', line]),
    suggestionPhrases: [],
    searchPhrases: [],
    inStock: true,
    // Discovery shows the newest first.
    createdAt: -place,
    card: ['', JSON.stringify(card)],
  };
}
