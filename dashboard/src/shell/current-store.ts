// Tests: test/browser/dashboard.test.ts.
import { createContext, useContext } from 'react';
import type { Role } from '../../../contract/words/roles.ts';
import type { Person, StoreSummary } from '../api/answers.ts';
import { reaches } from '../words/roles.ts';

interface CurrentStore {
  readonly store: StoreSummary;
  readonly user: Person;
}

/** The store of the address and the signed-in person, set by the frame around every page of a store. */
export const CurrentStoreContext = createContext<CurrentStore | null>(null);

/**
 * The store of the page, the person, and what that person may do in it. Throws outside the frame. The service checks
 * each role itself: `may` only decides what is shown.
 */
export function useStore() {
  const current = useContext(CurrentStoreContext);
  if (current === null) throw new Error('the page stands outside of a store');
  const { store, user } = current;
  return { store, user, storeId: store.id, may: (wanted: Role) => reaches(store.role, wanted) };
}
