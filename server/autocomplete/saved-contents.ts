/** Which version of an index is saved in which place. */
import type { IndexPlace } from '../index-files/index-files.ts';
import type { SegmentSnapshot } from '../search/engine.ts';

/** A version is recognised by its list of segments: each has a list of its own. */
export class SavedContents {
  /** One for each list of segments, and the same for lists of the same bytes. */
  readonly #contents = new WeakMap<readonly SegmentSnapshot[], object>();
  /** What was saved last in each place. */
  readonly #saved = new Map<IndexPlace, object>();

  isSaved(place: IndexPlace, segments: readonly SegmentSnapshot[]): boolean {
    return this.#contentOf(segments) === this.#saved.get(place);
  }

  noteSaved(place: IndexPlace, segments: readonly SegmentSnapshot[]): void {
    this.#saved.set(place, this.#contentOf(segments));
  }

  /** The second list has the bytes of the first. */
  noteSame(segments: readonly SegmentSnapshot[], held: readonly SegmentSnapshot[]): void {
    this.#contents.set(held, this.#contentOf(segments));
  }

  #contentOf(segments: readonly SegmentSnapshot[]): object {
    const content = this.#contents.get(segments) ?? {};
    this.#contents.set(segments, content);
    return content;
  }
}
