/**
 * Stores cards (§2.5) and reads them: text that many products share is stored once.
 *
 * A card comes as pieces of text. Pieces at even places (punctuation, names of members, category, currency) repeat
 * from product to product: together they are the product's template. Pieces at odd places (id, title, address, price)
 * are its own, and of these the id and the title stand in columns of their own already. An own piece is stored as a
 * varint, then its bytes:
 *
 *   0      the product id in quotes
 *   1      the title in quotes
 *   n + 2  n bytes that follow
 *
 * It never parses or changes a card: pieces are joined as they were given, in UTF-8 bytes. Pieces are trusted.
 */
// Tests: ./card-column.test.ts.

import { type Gathered, mergeSharedTexts } from '../columns/column-merge.ts';
import { IntegerList } from '../columns/integer-list.ts';
import { Interner } from '../columns/interner.ts';
import type { Integers } from '../columns/sections.ts';
import {
  buildStringSlab,
  gatherStrings,
  lowerBound,
  StringColumn,
  type StringSlab,
} from '../columns/string-column.ts';
import { type CardPieces, usualPieceCount } from '../document/document.ts';

const productIdMark = 0;
const titleMark = 1;
const inlineBase = 2;

/** Shared pieces that templates begin with, and what they go on with. */
interface TemplateNode {
  /** The number of the template that ends here, or -1. */
  number: number;
  readonly next: Map<string, TemplateNode>;
}

/** The stored columns of cards. */
export interface CardSlabs {
  /** Each template, as a JSON array of its pieces. */
  readonly templates: StringSlab;
  /** The template of each document. */
  readonly numbers: Uint32Array;
  /** Own pieces of each document. */
  readonly own: StringSlab;
}

/** Builds the columns of cards, as bytes from the start, which take less memory than texts. */
export class CardColumnDraft {
  readonly #templates = new Interner();
  readonly #templateTree: TemplateNode = { number: -1, next: new Map() };
  readonly #templateNumbers = new IntegerList();
  /** The end of each document's own pieces. */
  readonly #ends = new IntegerList();
  #bytes = Buffer.allocUnsafe(1 << 16);
  #end = 0;

  add(pieces: CardPieces, productId: string, title: string): void {
    this.#templateNumbers.push(this.#templateOf(pieces));
    for (let place = 1; place < pieces.length; place += 2)
      this.#addOwn(pieces[place] ?? '', productId, title);
    this.#ends.push(this.#end);
  }

  /** The cards in a new order, given as their places in the order of arrival. */
  finish(order: Uint32Array): CardSlabs {
    const templates = buildStringSlab(this.#templates.texts);
    const offsets = new Uint32Array(this.#ends.length + 1);
    offsets.set(this.#ends.view(), 1);
    const drafted = {
      templates: new StringColumn(templates.offsets, templates.bytes),
      own: new StringColumn(offsets, this.#bytes),
      numbers: this.#templateNumbers.view(),
    };
    return mergeCards([drafted], { sources: new Uint16Array(order.length), items: order });
  }

  #templateOf(pieces: CardPieces): number {
    let node = this.#templateTree;
    for (let place = 0; place < pieces.length; place += 2) {
      const piece = pieces[place] ?? '';
      let next = node.next.get(piece);
      if (next === undefined) {
        next = { number: -1, next: new Map() };
        node.next.set(piece, next);
      }
      node = next;
    }
    if (node.number < 0) {
      node.number = this.#templates.id(JSON.stringify(pieces.filter((_, place) => place % 2 === 0)));
    }
    return node.number;
  }

  #addOwn(piece: string, productId: string, title: string): void {
    if (isQuoted(piece, productId)) this.#addVarint(productIdMark);
    else if (isQuoted(piece, title)) this.#addVarint(titleMark);
    else this.#addInline(piece);
  }

  #addInline(piece: string): void {
    // Three bytes a UTF-16 unit is the most that UTF-8 takes.
    this.#makeRoom(varintMaxBytes + piece.length * 3);
    // Most pieces are ASCII, whose length is that of the text; others may have to make way for a longer number.
    const start = this.#end + varintLength(piece.length + inlineBase);
    const length = this.#bytes.write(piece, start, 'utf8');
    const place = this.#end + varintLength(length + inlineBase);
    if (place !== start) this.#bytes.copyWithin(place, start, start + length);
    this.#addVarint(length + inlineBase);
    this.#end += length;
  }

  #addVarint(value: number): void {
    this.#makeRoom(varintMaxBytes);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#end++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#end++] = rest;
  }

  #makeRoom(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    this.#bytes = Buffer.concat([this.#bytes], Math.max(this.#bytes.length * 2, this.#end + length));
  }
}

const varintMaxBytes = 5;

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest >>>= 7) length += 1;
  return length;
}

/** Whether a piece is a text in quotes, with nothing escaped. */
function isQuoted(piece: string, text: string): boolean {
  return (
    piece.length === text.length + 2 &&
    piece.startsWith(text, 1) &&
    piece.startsWith('"') &&
    piece.endsWith('"')
  );
}

/** The pieces that cards share, as bytes. */
interface Template {
  readonly pieces: readonly Uint8Array[];
  /** Number of bytes in all pieces. */
  readonly byteLength: number;
}

/** The columns as they are read. */
interface StoredCards {
  readonly templates: StringColumn;
  readonly numbers: Integers;
  readonly own: StringColumn;
}

/** The columns of a segment that cards refer to, by document. */
interface CardNames {
  readonly productIds: StringColumn;
  readonly titles: StringColumn;
}

const quote = 34;
/** The place of the last usual piece among those that cards share. */
const lastUsualPiece = (usualPieceCount - 1) / 2;

/** Reads the cards of a segment, or of some of its documents. */
export class CardColumn {
  /** The templates as stored, for merging. */
  readonly templates: StringColumn;
  readonly numbers: Integers;
  readonly own: StringColumn;
  readonly #names: CardNames;
  /** The documents whose cards it has, ascending; null: a card of each document of the segment. */
  readonly #documents: Uint32Array | null;
  /** The templates that were asked for. */
  readonly #known: (Template | undefined)[] = [];

  constructor(
    { templates, numbers, own }: StoredCards,
    names: CardNames,
    documents: Uint32Array | null = null,
  ) {
    this.templates = templates;
    this.numbers = numbers;
    this.own = own;
    this.#names = names;
    this.#documents = documents;
  }

  /** Cards of some documents of the same segment, which are given in ascending order. */
  withLayer(cards: StoredCards, documents: Uint32Array): CardColumn {
    return new CardColumn(cards, this.#names, documents);
  }

  /** The number of cards. */
  get length(): number {
    return this.numbers.length;
  }

  /** The document of a card. */
  documentOf(place: number): number {
    return this.#documents === null ? place : (this.#documents[place] ?? 0);
  }

  /** The place of a document's card, or -1. O(log n). */
  find(document: number): number {
    const documents = this.#documents;
    if (documents === null) return document;
    const place = lowerBound(0, documents.length, (at) => (documents[at] ?? 0) - document);
    return documents[place] === document ? place : -1;
  }

  /** The most bytes that the card at a place can have. */
  bytesMax(place: number): number {
    const shared = this.#piecesOf(this.numbers[place] ?? 0);
    const { productIds, titles } = this.#names;
    const document = this.documentOf(place);
    // The most that an own piece can be beside its inline bytes: the title or the id, in quotes.
    const column = Math.max(productIds.lengthOf(document), titles.lengthOf(document)) + 2;
    return shared.byteLength + this.own.lengthOf(place) + shared.pieces.length * column;
  }

  /**
   * Writes the bytes of the card at a place, from `at` on, where there is room for {@link bytesMax}; returns where they end. Fields
   * behind the usual pieces are left out unless `isWhole`.
   */
  write(card: number, target: Uint8Array, at: number, isWhole = false): number {
    const { pieces } = this.#piecesOf(this.numbers[card] ?? 0);
    const { own } = this;
    let end = at;
    let place = own.startOf(card);
    const last = place + own.lengthOf(card);
    for (let index = 0; index < pieces.length; index += 1) {
      const piece = pieces[index] as Uint8Array;
      target.set(piece, end);
      end += piece.length;
      if (place === last) continue;
      if (index === lastUsualPiece && !isWhole) {
        const closing = pieces[pieces.length - 1] as Uint8Array;
        target.set(closing, end);
        return end + closing.length;
      }
      let code = 0;
      for (let shift = 0, more = true; more; shift += 7) {
        const byte = own.byteAt(place++);
        code |= (byte & 0x7f) << shift;
        more = byte >= 0x80;
      }
      if (code >= inlineBase) {
        for (const inlineEnd = place + code - inlineBase; place < inlineEnd; place += 1) {
          target[end++] = own.byteAt(place);
        }
      } else {
        target[end++] = quote;
        const { productIds, titles } = this.#names;
        end = (code === productIdMark ? productIds : titles).copyTo(this.documentOf(card), target, end);
        target[end++] = quote;
      }
    }
    return end;
  }

  /** Returns the bytes of the card at a place as a new array. */
  card(place: number): Uint8Array {
    const bytes = new Uint8Array(this.bytesMax(place));
    return bytes.subarray(0, this.write(place, bytes, 0));
  }

  #piecesOf(template: number): Template {
    const known = this.#known[template];
    if (known !== undefined) return known;
    const texts: unknown = JSON.parse(this.templates.text(template));
    const pieces = Array.isArray(texts) ? texts.map((text) => Buffer.from(String(text))) : [];
    const byteLength = pieces.reduce((total, piece) => total + piece.byteLength, 0);
    const found = { pieces, byteLength };
    this.#known[template] = found;
    return found;
  }
}

/** Copies cards from older segments in a new order. */
export function mergeCards(columns: readonly StoredCards[], order: Gathered): CardSlabs {
  const shared = columns.map(({ templates, numbers }) => ({ texts: templates, numbers }));
  const { texts, numbers } = mergeSharedTexts(shared, order);
  const own = columns.map((column) => column.own);
  return {
    templates: buildStringSlab(texts),
    numbers,
    own: gatherStrings(own, order.sources, order.items),
  };
}
