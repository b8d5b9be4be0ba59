/**
 * What /dashboard/api answers, in the words of the wire. Pages show these objects as they are: turning every name
 * to another case would only make two names for each thing.
 */
import type { AutocompleteAnswer, ExplainBody } from '../../../contract/autocomplete.ts';
import type { ProductBody } from '../../../contract/product.ts';
import type { FailureBody, ImportBody } from '../../../contract/product-import.ts';
import type { Role } from '../../../contract/words/roles.ts';
import type { CsvColumn, CsvEncoding, CsvFormatName, CsvSeparator } from '../../../csv/layout.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly is_operator: boolean;
}

/** A store that the person who is signed in may see. */
export interface StoreSummary {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly locale: string;
  readonly role: Role;
}

export interface SessionAnswer {
  readonly user: Person;
  readonly stores: readonly StoreSummary[];
  readonly csrf_token: string;
}

/** A link that works once: into a store, or to a new password. */
export interface InvitationAnswer {
  readonly invitation: {
    readonly kind: 'member' | 'password';
    readonly email: string;
    /** Both null for a new password. */
    readonly role: Role | null;
    readonly store: { readonly name: string } | null;
    /** Whoever has an account already shows it by its password. */
    readonly has_account: boolean;
    readonly expires_at: string;
  };
}

export interface RequestBucket {
  readonly at: string;
  readonly graph: number;
  readonly backend: number;
  readonly cached: number;
  readonly errors: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

export interface CatalogBucket {
  readonly at: string;
  readonly in_stock: number;
  readonly out_of_stock: number;
}

export interface RunMark {
  readonly id: string;
  readonly at: string;
  readonly source: string;
  readonly status: string;
  /** Somebody stopped it. */
  readonly cancelled: boolean;
  readonly valid_rows: number;
}

export interface Attention {
  readonly code: string;
  readonly severity: 'info' | 'warning' | 'problem';
  readonly message: string;
  readonly action: string;
  readonly link: string | null;
}

export type OverviewRange = '24h' | '7d' | '30d';

export interface Overview {
  readonly health: {
    readonly state: 'ok' | 'attention';
    readonly index: 'ready' | 'loading' | 'failing';
    readonly products: number;
    readonly in_stock: number;
    readonly products_limit: number | null;
    readonly enriched: number;
    readonly enriched_limit: number | null;
    readonly queued: number;
  };
  readonly requests: { readonly bucket_seconds: number; readonly buckets: readonly RequestBucket[] };
  readonly totals: {
    readonly requests: number;
    readonly errors: number;
    readonly p50_ms: number | null;
    readonly p95_ms: number | null;
    readonly cached_share: number | null;
    readonly graph_share: number | null;
  };
  readonly catalog: { readonly buckets: readonly CatalogBucket[] };
  readonly runs: readonly RunMark[];
  readonly attention: readonly Attention[];
}

export interface ProductRow {
  readonly id: string;
  readonly external_id: string;
  readonly title: string;
  readonly category: string | null;
  readonly brand: string | null;
  readonly price: string;
  readonly currency: string;
  readonly image_url: string | null;
  readonly in_stock: boolean;
  readonly updated_at: string;
}

export interface ProductChange {
  readonly at: string;
  readonly kind: 'created' | 'updated' | 'removed';
  readonly run: { readonly id: string; readonly source: string; readonly filename: string } | null;
  readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}

export interface ProductAnswer {
  readonly product: ProductBody;
  /** The merchant's object as received. */
  readonly raw: unknown;
  readonly history: readonly ProductChange[];
  readonly next_history_cursor: string | null;
}

/** How a file was read: the layout of `csv/` in the words of the wire. */
export interface Layout {
  readonly encoding: CsvEncoding;
  readonly separator: CsvSeparator;
  readonly format: CsvFormatName;
  readonly columns: readonly CsvColumn[];
  readonly shop_url: string | null;
  readonly notes: readonly string[];
  readonly missing: readonly string[];
}

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

/** Those of files, and those of feeds. */
export type ImportPhase = 'waiting' | 'surveying' | 'fetching' | 'importing' | 'reconciling' | 'indexing';

/** The public import with what the dashboard shows beside it. */
export interface DashboardImport extends ImportBody {
  readonly file: StoredFile | null;
  readonly phase: ImportPhase | null;
  /** Of the feed whose run it is, while that is registered. */
  readonly feed_id: string | null;
  readonly layout: Layout | null;
}

export interface FailuresPage {
  readonly failures: readonly FailureBody[];
  readonly next_cursor: string | null;
}

export interface PlaygroundAnswer {
  readonly answer: AutocompleteAnswer;
  readonly time_ms: number;
}

export interface WhyAnswer {
  readonly found: boolean;
  readonly rank: number | null;
  readonly reason: { readonly code: string; readonly message: string };
  readonly product: ProductRow | null;
  readonly explain: ExplainBody | null;
  readonly above: { readonly title: string; readonly explain: ExplainBody } | null;
}
