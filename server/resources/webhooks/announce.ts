/**
 * Announces the end of a run: writes its messages to webhooks, and notes what begins or ends with it as alerts, in the caller's
 * transaction. It sends nothing. A webhook that cannot be read rejects, so that no message is lost.
 */
// Tests: test/scenarios/hanging-webhooks.test.ts, test/scenarios/webhook-deliveries.test.ts.
import type { Announce } from '../../ingest/run-event.ts';
import { damagedRowError } from '../../storage/damage/damage.ts';
import { presentEvent } from './message.ts';
import { followRun } from './note-alerts.ts';
import { type AnnounceEnvironment, queueForAll } from './queue-message.ts';

/** The announcements of a process; see {@link Announce}. */
export function createAnnounce(environment: AnnounceEnvironment): Announce {
  return async (writer, event) => {
    if (event.run.dryRun) return;
    const {
      values,
      damaged: [unreadable],
    } = await writer.webhooks.list();
    // Its events are not known, so the announcement waits instead of being lost.
    if (unreadable !== undefined) throw damagedRowError(unreadable);
    // Merchants hear of the first failure and of the recovery, not of each failure between.
    if (!('outcome' in event && event.outcome.repeated)) {
      const payload = presentEvent(event, environment.clock.nowMicros());
      await queueForAll(writer, values, { type: event.type, payload }, environment);
    }
    await followRun(writer, event, values, environment);
  };
}
