/**
 * Makes quarantines for tests: of stores that nothing is expected to be wrong with, and of those whose faults are looked at. It
 * repairs nothing. A store that enters the first kind throws with its reason; the second kind keeps notices and never throws.
 */
import type { Clock } from '../../server/clock.ts';
import { Quarantine, type QuarantineNotice, type StoreWork } from '../../server/jobs/quarantine.ts';

/** Throws where a store enters it, so that no fault stays unseen. */
export function refusingQuarantine(clock: Clock, work: StoreWork = 'index'): Quarantine {
  return new Quarantine({
    work,
    clock,
    notify({ storeId, state }) {
      if (state !== null) throw new Error(`store ${storeId} is in quarantine: ${state.reason}`);
    },
  });
}

/** Creates a quarantine and keeps its notices. */
export function watchedQuarantine(clock: Clock, work: StoreWork = 'index') {
  const notices: QuarantineNotice[] = [];
  return {
    notices,
    quarantine: new Quarantine({ work, clock, notify: (notice) => void notices.push(notice) }),
  };
}
