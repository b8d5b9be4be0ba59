/**
 * Decides which elements of a feed are Google's: by the namespace of their prefix, not by the prefix itself. `g:` that is bound to
 * nothing counts too, since feeds forget to declare it. Any other element gives null and is passed over. More than 100 namespaces that
 * are declared inside one another fail the document; at most 1,000 names are remembered per scope.
 */
// Tests: ./google-xml-reader.test.ts.
import { limits } from '../../../contract/limits.ts';
import { DocumentError } from './document-reader.ts';
import type { XmlAttributes } from './xml-scanner.ts';

const googleNamespace = /^https?:\/\/base\.google\.com\/ns\/1\.0\/?$/i;
/** Elements of RSS and Atom that stand in for Google's where an item has none of those, by their local names. */
const plainNames: ReadonlyMap<string, string> = new Map([
  ['title', 'title'],
  ['description', 'description'],
  ['summary', 'description'],
  ['content', 'description'],
  ['link', 'link'],
]);
/** Texts in which feeds write markup: the text of the elements inside is theirs. */
export const textual: ReadonlySet<string> = new Set(['title', 'description']);
const plainNamespace =
  /^(?:|http:\/\/www\.w3\.org\/2005\/Atom|http:\/\/purl\.org\/rss\/1\.0\/|http:\/\/backend\.userland\.com\/rss2?)$/i;

/** The role of an element in a product. */
export interface GoogleName {
  /** Google's local name. */
  readonly name: string;
  /** Whether the element only stands in where Google's own is missing. */
  readonly isPlain: boolean;
}

interface Scope {
  /** The depth of the element that declared it. */
  readonly depth: number;
  readonly uriByPrefix: ReadonlyMap<string, string>;
  readonly known: Map<string, GoogleName | null>;
}

/** Names that are kept resolved in one scope (chosen: a feed has a few dozen). */
const knownNamesMax = 1_000;

/** Follows the declarations of namespaces. */
export class GoogleNames {
  #scope: Scope = {
    depth: 0,
    uriByPrefix: new Map([['g', 'http://base.google.com/ns/1.0']]),
    known: new Map(),
  };
  readonly #outer: Scope[] = [];

  /** Opens the scope of an element; to be called for every element with attributes before its name is looked up. */
  open(depth: number, attributes: XmlAttributes): void {
    let declared: Map<string, string> | null = null;
    for (const attribute in attributes) {
      if (attribute !== 'xmlns' && !attribute.startsWith('xmlns:')) continue;
      declared ??= new Map(this.#scope.uriByPrefix);
      declared.set(attribute.slice('xmlns:'.length), (attributes[attribute] ?? '').trim());
    }
    if (declared === null) return;
    if (declared.size > limits.xmlNamespacesMax) throw tooManyNamespaces();
    this.#outer.push(this.#scope);
    this.#scope = { depth, uriByPrefix: declared, known: new Map() };
  }

  close(depth: number): void {
    if (this.#scope.depth === depth) this.#scope = this.#outer.pop() ?? this.#scope;
  }

  /** Another one where other names are Google's. */
  get scope(): object {
    return this.#scope;
  }

  /** Null for an element that says nothing of a product. */
  find(qualifiedName: string): GoogleName | null {
    const { known } = this.#scope;
    const before = known.get(qualifiedName);
    if (before !== undefined) return before;
    const found = this.#resolve(qualifiedName);
    if (known.size < knownNamesMax) known.set(qualifiedName, found);
    return found;
  }

  #resolve(qualifiedName: string): GoogleName | null {
    const colonAt = qualifiedName.indexOf(':');
    const uri = this.#scope.uriByPrefix.get(qualifiedName.slice(0, Math.max(0, colonAt))) ?? '';
    const name = qualifiedName.slice(colonAt + 1);
    if (googleNamespace.test(uri)) return { name, isPlain: false };
    const stand = plainNames.get(name);
    // A prefix that is bound to nothing says nothing.
    const isPlain = stand !== undefined && plainNamespace.test(uri) && (colonAt === -1 || uri !== '');
    return isPlain ? { name: stand, isPlain } : null;
  }
}

function tooManyNamespaces(): DocumentError {
  const message = `The document declares more than ${limits.xmlNamespacesMax} namespaces (xmlns:…) inside one another.`;
  return new DocumentError('document_malformed', message);
}
