/**
 * What /dashboard/api answers, in the words of the wire. Pages show these objects as they are: turning every name
 * to another case would only make two names for each thing.
 */
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

/** The phases of imports of files and of feeds. */
export type ImportPhase = 'waiting' | 'surveying' | 'fetching' | 'importing' | 'reconciling' | 'indexing';

/** The public import with what the dashboard shows beside it. */
export interface DashboardImport extends ImportBody {
  readonly file: StoredFile | null;
  readonly phase: ImportPhase | null;
  /** The feed whose run it is, while that feed is registered. */
  readonly feed_id: string | null;
  readonly layout: Layout | null;
}

export interface FailuresPage {
  readonly failures: readonly FailureBody[];
  readonly next_cursor: string | null;
}
