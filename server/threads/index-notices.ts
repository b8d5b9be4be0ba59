/**
 * Keeps the newest notices about each index, for an HTTP thread that starts late: it receives what the others received
 * before. Memory is bounded by the stores that are loaded.
 */
import type { IndexNotice } from './index-methods.ts';

type NoticeOf<Kind extends IndexNotice['kind']> = Extract<IndexNotice, { readonly kind: Kind }>;

interface StoreNotices {
  readonly signals?: NoticeOf<'signals'>;
  readonly rules?: NoticeOf<'rules'>;
  readonly published?: NoticeOf<'published'>;
}

/** The newest notices of each kind and store. */
export class IndexNotices {
  readonly #stores = new Map<string, StoreNotices>();

  note(notice: IndexNotice): void {
    if (notice.kind === 'dropped') this.#stores.delete(notice.storeId);
    else if (notice.kind === 'published') this.#change(notice.index.storeId, { published: notice });
    else if (notice.kind === 'rules') this.#change(notice.rules.storeId, { rules: notice });
    else if (notice.kind === 'signals') this.#noteSignals(notice);
  }

  /** All notices in the order in which they must be sent: the index of a store last, with the newest scores. */
  all(): IndexNotice[] {
    return [...this.#stores.values()].flatMap(({ signals, rules, published }) =>
      [signals, rules, published].filter((notice) => notice !== undefined),
    );
  }

  #change(storeId: string, notices: StoreNotices): void {
    this.#stores.set(storeId, { ...this.#stores.get(storeId), ...notices });
  }

  /** Adds a notice of signals, which holds only what changed, to the ones before. */
  #noteSignals({ kind, signals }: NoticeOf<'signals'>): void {
    const { storeId, popularity } = signals;
    const known = this.#stores.get(storeId);
    const before = signals.isWhole ? undefined : known?.signals?.signals;
    const phrases = [...new Map([...(before?.phrases ?? []), ...signals.phrases])];
    const queries = signals.queries ?? before?.queries ?? null;
    const published = known?.published;
    this.#change(storeId, {
      signals: { kind, signals: { ...signals, isWhole: true, phrases, queries } },
      ...(published && { published: { ...published, index: { ...published.index, popularity } } }),
    });
  }
}
