/** What answers that are made in the reader thread are made of. */
import type { Accounts } from '../storage/accounts.ts';
import type { Directory, StoreReader } from '../storage/storage.ts';

/** A store, and where it is read. */
export interface PageSource {
  readonly reader: StoreReader;
  readonly accounts: Pick<Accounts, 'members' | 'invitations'>;
  readonly directory: Pick<Directory, 'listApiKeys'>;
  readonly storeId: string;
  /** The store's. */
  readonly currency: string;
}
