/**
 * A segment in the making: documents and what they hold, in the order in which they came. Filled from documents
 * here and from older segments by segment-merge.ts; segment-builder.ts sorts it into its final form.
 */
import { categoryPathText } from './category-path.ts';
import type { SearchDocument } from './document.ts';
import { field } from './fields.ts';
import { fold } from './fold.ts';
import { IntegerList, Interner } from './integer-list.ts';
import { PairList } from './posting-table.ts';
import type { SuggestionPhrase, SuggestionSource } from './suggestion-phrases.ts';
import { compoundsOf, foldCode, indexTerms, scanWords } from './words.ts';

/** What is kept of a document besides its words and phrases. */
export interface DraftDocument {
  readonly productId: string;
  readonly externalId: string;
  readonly title: string;
  readonly foldedTitle: string;
  readonly inStock: boolean;
  readonly createdAt: number;
  readonly card: Uint8Array;
  /** Number of its category path in the draft, or null. */
  readonly category: number | null;
}

/** Collects documents; numbers of documents, terms, phrases and paths are those of their first appearance. */
export class SegmentDraft {
  readonly documents: DraftDocument[] = [];
  readonly terms = new Interner();
  /** Term -> document, with the mask of fields. */
  readonly postings = new PairList();
  /** Words of each title in order (without tails), as terms; a document's end at its entry of `titleWordEnds`. */
  readonly titleWords = new IntegerList();
  readonly titleWordEnds = new IntegerList();
  /** Category paths as JSON text: an array of the elements as given. */
  readonly categories = new Interner();
  /** Folded generated phrases, and who has them: phrase -> document. */
  readonly generated = new Interner();
  readonly generatedDocuments = new PairList();
  /** Spellings of suggestions, by {@link spellingText}, and which in-stock documents stand behind them. */
  readonly spellings = new Interner();
  readonly documentSpellings = new PairList();
  /** Terms of texts met before: brands, categories, labels and values repeat from product to product. */
  readonly #termsOfText = new Map<string, readonly number[]>();

  addDocument(document: SearchDocument, suggestions: SuggestionSource): void {
    const number = this.documents.length;
    const foldedTitle = fold(document.title);
    const path = document.categoryPath;
    this.documents.push({
      productId: document.productId,
      externalId: document.externalId,
      title: document.title,
      foldedTitle,
      inStock: document.inStock,
      createdAt: document.createdAt,
      card: Buffer.from(document.card),
      category: path.length === 0 ? null : this.categories.id(categoryPathText(path)),
    });
    this.#addTitle(foldedTitle, number);
    for (const element of path) this.#addText(element, field.category, number);
    if (document.brand !== null) this.#addText(document.brand, field.brand, number);
    for (const [label, value] of document.attributes) {
      this.#addText(label, field.attributeLabel, number);
      this.#addText(value, field.attributeValue, number);
    }
    for (const identifier of document.identifiers) {
      const code = foldCode(fold(identifier));
      if (code !== '') this.postings.add(this.terms.id(code), number, field.identifier);
    }
    this.#addPhrases(document, number);
    if (!document.inStock) return;
    for (const phrase of suggestions.phrasesOf(document)) {
      this.documentSpellings.add(number, this.spellings.id(spellingText(phrase)), 0);
    }
  }

  #addTitle(foldedTitle: string, number: number): void {
    const words = scanWords(foldedTitle);
    for (const word of words) {
      const term = this.terms.id(word.text);
      this.postings.add(term, number, field.title);
      if (word.kind !== 'tail') this.titleWords.push(term);
    }
    for (const compound of compoundsOf(words)) {
      this.postings.add(this.terms.id(compound), number, field.title);
    }
    this.titleWordEnds.push(this.titleWords.length);
  }

  #addPhrases(document: SearchDocument, number: number): void {
    for (const phrase of [...document.suggestionPhrases, ...document.searchPhrases]) {
      const folded = fold(phrase);
      if (folded === '') continue;
      this.generatedDocuments.add(this.generated.id(folded), number, 0);
      this.#addText(phrase, field.phrase, number);
    }
  }

  #addText(text: string, mask: number, number: number): void {
    for (const term of this.#termsOf(text)) this.postings.add(term, number, mask);
  }

  #termsOf(text: string): readonly number[] {
    const known = this.#termsOfText.get(text);
    if (known !== undefined) return known;
    const terms = indexTerms(scanWords(fold(text))).map((term) => this.terms.id(term));
    this.#termsOfText.set(text, terms);
    return terms;
  }
}

/** One text for a spelling and whether somebody named it. */
export function spellingText(phrase: Pick<SuggestionPhrase, 'display' | 'named'>): string {
  return `${phrase.named ? '+' : '-'}${phrase.display}`;
}

/** The inverse of {@link spellingText}. */
export function parseSpelling(text: string): { readonly display: string; readonly named: boolean } {
  return { display: text.slice(1), named: text.startsWith('+') };
}
