/** The tables of shared indexes, as schema.ts describes all others. */

export interface SharedIndexTables {
  shared_indexes: SharedIndexesTable;
  shared_segments: SharedSegmentsTable;
  shared_segment_pages: SharedSegmentPagesTable;
}

/** Tenant: key (store_id, version), made by the first claim. */
export interface SharedIndexesTable {
  store_id: string;
  version: string;
  /** -1 before anything is stored. */
  change_number: number;
  /** Null before anything is stored. */
  manifest: Uint8Array | null;
  saved_at: number | null;
  owner: string;
  lease_until: number;
}

/** Tenant: key (store_id, segment_id). */
interface SharedSegmentsTable {
  store_id: string;
  segment_id: number;
  version: string;
  /** Since when no manifest names it, also before the first does; null while one does. */
  retired_at: number | null;
}

/** Tenant: key (store_id, segment_id, number). */
interface SharedSegmentPagesTable {
  store_id: string;
  segment_id: number;
  number: number;
  content: Uint8Array;
}
